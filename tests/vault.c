#include "vault.h"

#include "base/file.h"
#include "base/memory.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int vault_open(void **state)
{
    struct vault *vault = memory_get(1, sizeof *vault);

    snprintf(vault->folder, sizeof vault->folder, "/tmp/kielwasser-XXXXXX");
    assert_non_null(mkdtemp(vault->folder));
    snprintf(vault->log_path, sizeof vault->log_path, "%s/log", vault->folder);
    vault->log = log_create(vault->log_path, NULL);
    assert_non_null(vault->log);
    *state = vault;
    return 0;
}

int vault_close(void **state)
{
    struct vault *vault = *state;
    char command[128];

    log_destroy(vault->log);
    snprintf(command, sizeof command, "rm -rf %s", vault->folder);
    int status = system(command);
    free(vault);
    return status;
}

const char *vault_path(const struct vault *vault, const char *name)
{
    static char path[512];

    snprintf(path, sizeof path, "%s/%s", vault->folder, name);
    return path;
}

bool vault_has(const struct vault *vault, const char *name)
{
    return access(vault_path(vault, name), F_OK) == 0;
}

void vault_rename(const struct vault *vault, const char *from, const char *to)
{
    char old[512];

    snprintf(old, sizeof old, "%s", vault_path(vault, from));
    assert_int_equal(rename(old, vault_path(vault, to)), 0);
}

char *vault_read(const char *path)
{
    struct slice text;

    assert_true(file_read(path, VAULT_FILE_MAX, &text, NULL));
    return (char *)(uintptr_t)text.at;
}

bool vault_log_says(const struct vault *vault, const char *words)
{
    char *text = vault_read(vault->log_path);
    bool has = strstr(text, words) != NULL;

    free(text);
    return has;
}

void vault_limit_files(rlim_t bytes)
{
    struct rlimit limit;

    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}
