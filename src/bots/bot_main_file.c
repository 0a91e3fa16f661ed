#include "bots/bot_main_file.h"

#include "base/file.h"
#include "base/unpack.h"
#include "bots/bot_command.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    SCORE_RUN = 100, /* a script that is there to start the bot */
    SCORE_JAR = 90,
    SCORE_MAIN = 80,
    SCORE_NATIVE = 70,
    SCORE_SCRIPT = 60, /* names its interpreter */
    SCORE_OTHER = 30,
    SCORE_LIBRARY = 5, /* a .jar without a main class */
    DEPTH_COST = 2,    /* what lies deep is rarely the main file */
};

/* ---- contents ---- */

static bool is_native(const char *head) { return strncmp(head, "\177ELF", 4) == 0; }
static bool is_script(const char *head) { return strncmp(head, "#!", 2) == 0; }

static bool has_main_class(const char *path)
{
    char manifest[4096];

    return unpack_read_zip_member(path, "META-INF/MANIFEST.MF", manifest, sizeof manifest) &&
           strstr(manifest, "Main-Class:");
}

/* ---- languages ---- */

static const struct sign {
    const char *ending, *runner,
        *language; /* runner: in the first line of a script, or of a command */
} signs[] = {
    {".jar", "java", "java"},       {".py", "python", "python"}, {".js", "node", "javascript"},
    {".mjs", "node", "javascript"}, {".sh", "sh", "shell"},
};

enum { SIGNS = sizeof signs / sizeof *signs };

static bool ends_with(const char *text, const char *ending)
{
    size_t len = strlen(text), tail = strlen(ending);

    return len > tail && strcasecmp(text + len - tail, ending) == 0;
}

static const char *language_of_name(const char *name)
{
    for (int i = 0; i < SIGNS; i++) {
        if (ends_with(name, signs[i].ending))
            return signs[i].language;
    }
    return NULL;
}

/* "python3.11" is python, "pythonista" is not. */
static bool is_runner(struct slice word, const char *runner)
{
    if (!slice_take(&word, runner))
        return false;
    while (word.len > 0 && strchr("0123456789.", word.at[0]))
        word = slice_skip(word, 1);
    return word.len == 0;
}

static const char *language_of_word(struct slice word)
{
    for (int i = 0; i < SIGNS; i++) {
        if (is_runner(word, signs[i].runner))
            return signs[i].language;
    }
    return is_runner(word, "bash") || is_runner(word, "dash") ? "shell" : NULL;
}

/* "#!/usr/bin/env python3", "/usr/bin/java": the parts of paths are words, too. */
static const char *language_of_runner(const char *words)
{
    struct slice rest = slice_of(words);
    const char *language = NULL;

    while (rest.len > 0 && !language) {
        struct slice path = slice_take_until(&rest, ' ');
        while (path.len > 0 && !language)
            language = language_of_word(slice_take_until(&path, '/'));
    }
    return language;
}

static const char *language_of_file(const char *path, const char *name)
{
    const char *language = language_of_name(name);
    char head[128];

    file_read_head(path, head, sizeof head);
    head[strcspn(head, "\r\n")] = '\0';
    if (!language && is_script(head))
        language = language_of_runner(head);
    return language ? language : is_native(head) ? "native" : "";
}

const char *bot_main_file_language(const char *command, const char *folder)
{
    struct bot_command made;
    const char *language = NULL;

    if (!bot_command_make(&made, command, folder, NULL, NULL))
        return "";
    for (int i = 0; i < made.argc && !language; i++)
        language = language_of_name(made.argv[i]);
    if (!language)
        language = language_of_runner(made.argv[0]);
    return language ? language : language_of_file(made.program, made.program);
}

/* ---- guesses ---- */

static bool is_one_of(const char *name, const char *const names[])
{
    for (; *names; names++) {
        if (strcasecmp(name, *names) == 0)
            return true;
    }
    return false;
}

static int judge_name(const char *path, const char *name)
{
    static const char *const runs[] = {"run.sh", "start.sh", "run", "start", NULL};
    static const char *const mains[] = {"main.py",  "__main__.py", "logic.py",  "main.js",
                                        "main.mjs", "index.js",    "index.mjs", NULL};

    if (is_one_of(name, runs))
        return SCORE_RUN;
    if (ends_with(name, ".jar"))
        return has_main_class(path) ? SCORE_JAR : SCORE_LIBRARY;
    if (is_one_of(name, mains))
        return SCORE_MAIN;
    return language_of_name(name) ? SCORE_OTHER : 0;
}

static int judge_contents(const char *path, const char *name)
{
    char head[8];

    file_read_head(path, head, sizeof head);
    if (is_native(head))
        return strstr(name, ".so") ? 0 : SCORE_NATIVE;
    return is_script(head) ? SCORE_SCRIPT : 0;
}

/* What the system of the sender adds to an archive, and what editors and tools put beside a
 * program. */
static bool is_hidden(const char *name)
{
    return name[0] == '.' || strstr(name, "/.") || strncmp(name, "__MACOSX/", 9) == 0 ||
           strstr(name, "/node_modules/") || strstr(name, "/site-packages/");
}

static int score_of(const char *path, const char *name, const char *plain)
{
    int by_name = judge_name(path, plain), by_contents = judge_contents(path, plain);
    int score = by_name > by_contents ? by_name : by_contents, depth = 0;

    if (score == 0 || is_hidden(name))
        return 0;
    for (const char *at = name; *at; at++)
        depth += *at == '/';
    return score > DEPTH_COST * depth ? score - DEPTH_COST * depth : 1;
}

struct bot_main_file bot_main_file_judge(const char *folder, const char *name)
{
    const char *slash = strrchr(name, '/'), *plain = slash ? slash + 1 : name;
    struct bot_main_file file = {.language = ""};
    char path[PATH_MAX];

    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= PATH_MAX)
        return file;
    file.score = score_of(path, name, plain);
    file.language = language_of_file(path, plain);
    return file;
}

void bot_main_file_permit(const char *path)
{
    char head[8];

    file_read_head(path, head, sizeof head);
    if (is_native(head) || is_script(head))
        chmod(path, geteuid() == 0 ? 0755 : 0700);
}
