#define _GNU_SOURCE /* memfd_create, CLONE_NEW… */

#include "net/cell_filter.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- what is refused ---- */

/* A call that this libseccomp or this processor does not know is left out. */
static const struct refusal {
    int error;
    const char *call;
} refusals[] = {
    /* Namespaces; see also refuse_clone().  The flags of clone3 are in memory, where a filter
     * cannot see them: without it the C library takes clone. */
    {ENOSYS, "clone3"},
    {EPERM, "unshare"},
    {EPERM, "setns"},
    /* Other processes. */
    {EPERM, "ptrace"},
    {EPERM, "process_vm_readv"},
    {EPERM, "process_vm_writev"},
    {EPERM, "process_madvise"},
    {EPERM, "pidfd_getfd"},
    {EPERM, "kcmp"},
    /* Keys of the user. */
    {EPERM, "add_key"},
    {EPERM, "keyctl"},
    {EPERM, "request_key"},
    /* Large and young parts of the kernel. */
    {ENOSYS, "io_uring_setup"},
    {ENOSYS, "io_uring_enter"},
    {ENOSYS, "io_uring_register"},
    {EPERM, "bpf"},
    {EPERM, "perf_event_open"},
    {EPERM, "userfaultfd"},
    {EPERM, "fanotify_init"},
    {EPERM, "lookup_dcookie"},
    /* File systems. */
    {EPERM, "mount"},
    {EPERM, "umount"},
    {EPERM, "umount2"},
    {EPERM, "pivot_root"},
    {EPERM, "chroot"},
    {ENOSYS, "open_tree"},
    {ENOSYS, "move_mount"},
    {ENOSYS, "fsopen"},
    {ENOSYS, "fsconfig"},
    {ENOSYS, "fsmount"},
    {ENOSYS, "fspick"},
    {ENOSYS, "mount_setattr"},
    {EPERM, "name_to_handle_at"},
    {EPERM, "open_by_handle_at"},
    {EPERM, "quotactl"},
    {EPERM, "quotactl_fd"},
    {EPERM, "swapon"},
    {EPERM, "swapoff"},
    /* The machine. */
    {EPERM, "kexec_load"},
    {EPERM, "kexec_file_load"},
    {EPERM, "init_module"},
    {EPERM, "finit_module"},
    {EPERM, "delete_module"},
    {EPERM, "reboot"},
    {EPERM, "acct"},
    {EPERM, "syslog"},
    {EPERM, "uselib"},
    {EPERM, "vhangup"},
    {EPERM, "iopl"},
    {EPERM, "ioperm"},
    {EPERM, "settimeofday"},
    {EPERM, "stime"},
    {EPERM, "clock_settime"},
    {EPERM, "sethostname"},
    {EPERM, "setdomainname"},
};

static bool refuse_calls(scmp_filter_ctx context)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        int number = seccomp_syscall_resolve_name(refusals[i].call);
        if (number != __NR_SCMP_ERROR &&
            seccomp_rule_add(context, SCMP_ACT_ERRNO((uint32_t)refusals[i].error), number, 0) != 0)
            return false;
    }
    return true;
}

/* clone is needed for threads and processes, but not for namespaces. */
static bool refuse_clone(scmp_filter_ctx context)
{
    static const unsigned long flags[] = {CLONE_NEWNS,  CLONE_NEWCGROUP, CLONE_NEWUTS,
                                          CLONE_NEWIPC, CLONE_NEWUSER,   CLONE_NEWPID,
                                          CLONE_NEWNET};

    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (seccomp_rule_add(context, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                             SCMP_A0(SCMP_CMP_MASKED_EQ, flags[i], flags[i])) != 0)
            return false;
    }
    return true;
}

/* Programs of 32 bits run under the same rules; calls of any other kind do not exist. */
static bool prepare(scmp_filter_ctx context)
{
    uint32_t native = seccomp_arch_native();
    uint32_t other = native == SCMP_ARCH_X86_64    ? SCMP_ARCH_X86
                     : native == SCMP_ARCH_AARCH64 ? SCMP_ARCH_ARM
                                                   : native;

    return (other == native || seccomp_arch_add(context, other) == 0) &&
           seccomp_attr_set(context, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS)) == 0;
}

/* ---- as bytes ---- */

static bool export(scmp_filter_ctx context, struct cell_filter *filter)
{
    int file = memfd_create("filter", MFD_CLOEXEC);
    ssize_t len = -1;

    if (file >= 0 && seccomp_export_bpf(context, file) == 0)
        len = pread(file, filter->bytes, sizeof filter->bytes, 0);
    if (file >= 0)
        close(file);
    filter->len = len > 0 && len < CELL_FILTER_SIZE ? (size_t)len : 0;
    return filter->len > 0;
}

bool cell_filter_make(struct cell_filter *filter)
{
    scmp_filter_ctx context = seccomp_init(SCMP_ACT_ALLOW);

    errno = 0;
    bool is_made = context && prepare(context) && refuse_calls(context) && refuse_clone(context) &&
                   export(context, filter);

    if (context)
        seccomp_release(context);
    return is_made;
}

int cell_filter_open(const struct cell_filter *filter)
{
    int file = memfd_create("filter", MFD_CLOEXEC);

    if (file < 0)
        return -1;
    if (write(file, filter->bytes, filter->len) == (ssize_t)filter->len &&
        lseek(file, 0, SEEK_SET) == 0)
        return file;
    close(file);
    return -1;
}

void cell_filter_place(int file)
{
    dup2(file, CELL_FILTER_FD);
    fcntl(CELL_FILTER_FD, F_SETFD, 0);
}
