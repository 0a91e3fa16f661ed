#include "base/file_system.h"

#include <linux/magic.h>
#include <stddef.h>
#include <sys/vfs.h>

enum { ZFS_MAGIC = 0x2fc12fc1 }; /* the kernel's header does not know it */

struct kind {
    long magic;
    bool copies_on_write;
};

static const struct kind local_kinds[] = {
    {EXT4_SUPER_MAGIC, false},      {XFS_SUPER_MAGIC, false},  {TMPFS_MAGIC, false},
    {F2FS_SUPER_MAGIC, false},      {BTRFS_SUPER_MAGIC, true}, {ZFS_MAGIC, true},
    {OVERLAYFS_SUPER_MAGIC, false}, {RAMFS_MAGIC, false},      {REISERFS_SUPER_MAGIC, false},
};

/* NULL: not known to be local. */
static const struct kind *find_kind(const char *path)
{
    struct statfs info;

    if (statfs(path, &info) != 0)
        return NULL;
    for (size_t i = 0; i < sizeof local_kinds / sizeof *local_kinds; i++) {
        if ((long)info.f_type == local_kinds[i].magic)
            return &local_kinds[i];
    }
    return NULL;
}

bool file_system_is_local(const char *path) { return find_kind(path) != NULL; }

bool file_system_copies_on_write(const char *path)
{
    const struct kind *kind = find_kind(path);

    return kind && kind->copies_on_write;
}
