#include "web/owner_code.h"

#include "base/buf.h"
#include "base/file.h"

#include <dirent.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { DIGEST_BYTES = 16, PAGE_SIZE = 1024 };

#define FILE_BEGIN "web-code-"

/* Its length is the only thing that has been checked of `text`. */
static bool find_path(const char *data_dir, const char *text, char path[PATH_MAX])
{
    unsigned char digest[DIGEST_BYTES];
    char name[2 * DIGEST_BYTES + 1];

    crypto_generichash(digest, sizeof digest, (const unsigned char *)text, strlen(text), NULL, 0);
    sodium_bin2hex(name, sizeof name, digest, sizeof digest);
    int len = snprintf(path, PATH_MAX, "%s/" FILE_BEGIN "%s.html", data_dir, name);
    return len > 0 && len < PATH_MAX;
}

static bool is_valid(const char *path)
{
    struct stat info;
    time_t now = time(NULL);

    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_mtime <= now &&
           now - info.st_mtime <= OWNER_CODE_VALID_S;
}

/* Removes codes that were never exchanged. */
static void remove_expired(const char *data_dir)
{
    DIR *folder = opendir(data_dir);
    struct dirent *entry;
    char path[PATH_MAX];

    while (folder && (entry = readdir(folder))) {
        int len = snprintf(path, sizeof path, "%s/%s", data_dir, entry->d_name);
        bool is_code = strncmp(entry->d_name, FILE_BEGIN, strlen(FILE_BEGIN)) == 0;
        if (is_code && len < PATH_MAX && !is_valid(path))
            unlink(path);
    }
    if (folder)
        closedir(folder);
}

static void print_page(struct buf *page, const char *address, const char *text)
{
    buf_add(page, "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Kielwasser</title>\n");
    buf_format(page, "<meta http-equiv=\"refresh\" content=\"0; url=%s#code=%s\">\n", address,
               text);
    buf_format(page, "<p><a href=\"%s#code=%s\">Kielwasser</a></p>\n", address, text);
}

bool owner_code_create(struct owner_code *code, const char *data_dir, const char *address,
                       struct err *why)
{
    unsigned char random[(OWNER_CODE_SIZE - 1) / 2];
    char text[PAGE_SIZE];
    struct buf page;

    if (sodium_init() < 0)
        return err_set(why, "no_memory", "");
    remove_expired(data_dir);
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(code->text, sizeof code->text, random, sizeof random);
    buf_init(&page, text, sizeof text);
    print_page(&page, address, code->text);
    if (page.is_full || !find_path(data_dir, code->text, code->page))
        return err_set(why, "file_write", data_dir);
    return file_write_private(code->page, buf_slice(&page), why);
}

/* Only one exchange can remove the file. */
bool owner_code_take(const char *data_dir, const char *text)
{
    char path[PATH_MAX];

    return strlen(text) == OWNER_CODE_SIZE - 1 && find_path(data_dir, text, path) &&
           is_valid(path) && unlink(path) == 0;
}
