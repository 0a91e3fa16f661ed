#include "server/password_file.h"

#include "base/buf.h"
#include "base/file.h"
#include "base/memory.h"

#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { HASH_OPS = 2, HASH_BYTES = 8 << 20 };

static void name_file(const char *data_dir, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/password.hash", data_dir);
}

void password_file_draw(char password[PASSWORD_DRAWN_SIZE])
{
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";

    for (int i = 0; i < PASSWORD_DRAWN_SIZE - 1; i++)
        password[i] = letters[randombytes_uniform(sizeof letters - 1)];
    password[PASSWORD_DRAWN_SIZE - 1] = '\0';
}

bool password_file_set(const char *data_dir, const char *password, struct err *why)
{
    char path[PATH_MAX], hash[crypto_pwhash_STRBYTES];

    if (crypto_pwhash_str(hash, password, strlen(password), HASH_OPS, HASH_BYTES) != 0)
        return err_set(why, "password_hash", "");
    name_file(data_dir, path);
    return file_write_private(path, slice_of(hash), why);
}

static bool load(const char *data_dir, char hash[crypto_pwhash_STRBYTES])
{
    char path[PATH_MAX];
    struct slice text;

    name_file(data_dir, path);
    if (!file_read(path, crypto_pwhash_STRBYTES - 1, &text, NULL))
        return false;
    memset(hash, 0, crypto_pwhash_STRBYTES);
    buf_copy(hash, crypto_pwhash_STRBYTES, slice_trim(text));
    file_free(text);
    return true;
}

bool password_file_is_there(const char *data_dir)
{
    char hash[crypto_pwhash_STRBYTES];

    return load(data_dir, hash);
}

bool password_file_fits(const char *data_dir, const char *password, struct err *why)
{
    char hash[crypto_pwhash_STRBYTES];

    if (load(data_dir, hash) && crypto_pwhash_str_verify(hash, password, strlen(password)) == 0)
        return true;
    return err_set(why, memory_has_room(HASH_BYTES) ? "password_wrong" : "memory_short", "");
}
