#include "bots/bot_command.h"

#include "base/file.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- words ---- */

static bool begin_word(struct bot_command *command, struct err *why)
{
    if (command->argc == BOT_COMMAND_WORDS_MAX)
        return err_set(why, "bot_line_long", "");
    command->argv[command->argc++] = command->buf.data + command->buf.len;
    return true;
}

/* A word ends with a zero of its own, which the buffer does not count. */
static bool end_word(struct bot_command *command, struct err *why)
{
    if (command->buf.is_full || command->buf.len + 2 > command->buf.size)
        return err_set(why, "bot_line_long", "");
    command->buf.len++;
    command->buf.data[command->buf.len] = '\0';
    return true;
}

static bool add_word(struct bot_command *command, const char *word, struct err *why)
{
    if (!begin_word(command, why))
        return false;
    buf_add(&command->buf, word);
    return end_word(command, why);
}

/* Takes a quoted part, with its quotes.  In double quotes a backslash protects a quote, itself, $
 * and `. */
static bool take_quoted(struct slice *line, struct buf *out, struct err *why)
{
    char quote = line->at[0];

    for (*line = slice_skip(*line, 1); line->len > 0; *line = slice_skip(*line, 1)) {
        if (line->at[0] == quote) {
            *line = slice_skip(*line, 1);
            return true;
        }
        bool is_protected = quote == '"' && line->at[0] == '\\' && line->len > 1 &&
                            strchr("\"\\$`", line->at[1]) != NULL;
        if (is_protected)
            *line = slice_skip(*line, 1);
        buf_add_char(out, line->at[0]);
    }
    return err_set(why, "bot_line_quote", "");
}

static bool take_word(struct slice *line, struct buf *out, struct err *why)
{
    while (line->len > 0 && !slice_is_blank(line->at[0])) {
        if (line->at[0] == '"' || line->at[0] == '\'') {
            if (!take_quoted(line, out, why))
                return false;
            continue;
        }
        if (line->at[0] == '\\' && line->len > 1)
            *line = slice_skip(*line, 1);
        buf_add_char(out, line->at[0]);
        *line = slice_skip(*line, 1);
    }
    return true;
}

static bool split(struct bot_command *command, struct slice line, struct err *why)
{
    for (line = slice_trim(line); line.len > 0; line = slice_trim(line)) {
        if (!begin_word(command, why) || !take_word(&line, &command->buf, why) ||
            !end_word(command, why))
            return false;
    }
    return command->argc > 0 || err_set(why, "bot_line_empty", "");
}

void bot_command_quote(struct buf *line, const char *word)
{
    if (line->len > 0)
        buf_add_char(line, ' ');
    if (word[0] && !strpbrk(word, " \t\n\r'\"\\")) {
        buf_add(line, word);
        return;
    }
    buf_add_char(line, '"');
    for (; *word; word++) {
        if (strchr("\"\\$`", *word))
            buf_add_char(line, '\\');
        buf_add_char(line, *word);
    }
    buf_add_char(line, '"');
}

/* ---- the program ---- */

static bool ends_with(const char *text, const char *ending)
{
    size_t len = strlen(text), tail = strlen(ending);

    return len > tail && strcmp(text + len - tail, ending) == 0;
}

/* A path as seen from a folder. */
static void join(char path[PATH_MAX], const char *folder, const char *name)
{
    int len = name[0] == '/' || !folder[0] ? snprintf(path, PATH_MAX, "%s", name)
                                           : snprintf(path, PATH_MAX, "%s/%s", folder, name);

    if (len >= PATH_MAX)
        path[0] = '\0';
}

/* A script whose first line names a program that is not there. */
static bool check_script(const char *path, struct err *why)
{
    char head[256], found[PATH_MAX];
    size_t len = file_read_head(path, head, sizeof head);
    struct slice line = slice_make(head, len);

    line = slice_take_until(&line, '\n');
    if (!slice_take(&line, "#!"))
        return true;
    bool has_return = line.len > 0 && line.at[line.len - 1] == '\r';
    struct slice word = slice_take_word(&line);
    char *interpreter = head + (word.at - head);
    interpreter[word.len] = '\0';
    if (has_return)
        return err_set(why, "bot_script_crlf", path);
    if (!file_can_run(interpreter))
        return err_setf(why, "bot_interpreter", "%.80s (%.140s)", interpreter, path);
    struct slice name = slice_take_word(&line);
    if (!ends_with(interpreter, "/env") || name.len == 0 || name.at[0] == '-')
        return true;
    interpreter = head + (name.at - head);
    interpreter[name.len] = '\0';
    return file_find_program(interpreter, found) ||
           err_setf(why, "bot_interpreter", "%.80s (%.140s)", interpreter, path);
}

static bool check_file(const char *path, struct err *why)
{
    struct stat info;

    if (stat(path, &info) != 0)
        return errno == ENOENT || errno == ENOTDIR ? err_set(why, "bot_missing", path)
                                                   : err_set(why, "bot_unreadable", path);
    if (!S_ISREG(info.st_mode))
        return err_set(why, "bot_no_file", path);
    return true;
}

/* Interpreters of files that cannot run by themselves. */
static const struct interpreter {
    const char *ending, *program, *option;
    bool is_always_needed;
} interpreters[] = {{".jar", "java", "-jar", true},
                    {".py", "python3", NULL, false},
                    {".js", "node", NULL, false},
                    {".mjs", "node", NULL, false}};

static const struct interpreter *find_interpreter(const char *path)
{
    char head[3];
    bool is_script = file_read_head(path, head, sizeof head) == 2 && strcmp(head, "#!") == 0;
    bool can_run = is_script && file_can_run(path);

    for (size_t i = 0; i < sizeof interpreters / sizeof *interpreters; i++) {
        const struct interpreter *one = &interpreters[i];
        if (ends_with(path, one->ending) && (one->is_always_needed || !can_run))
            return one;
    }
    return NULL;
}

static bool use_interpreter(struct bot_command *command, const struct interpreter *interpreter,
                            const char *path, struct err *why)
{
    int before = interpreter->option ? 2 : 1;

    if (!file_find_program(interpreter->program, command->program))
        return err_setf(why, "bot_interpreter", "%s (%.200s)", interpreter->program, path);
    if (command->argc + before > BOT_COMMAND_WORDS_MAX)
        return err_set(why, "bot_line_long", "");
    char *file = command->argv[0];
    int words = command->argc;
    if (!add_word(command, interpreter->program, why) ||
        (interpreter->option && !add_word(command, interpreter->option, why)))
        return false;
    char *added[] = {command->argv[words], command->argv[command->argc - 1]};
    memmove(command->argv + before, command->argv, (size_t)words * sizeof *command->argv);
    memcpy(command->argv, added, (size_t)before * sizeof *added);
    command->argv[before] = file;
    return true;
}

static bool find_program(struct bot_command *command, struct err *why)
{
    const char *name = command->argv[0];
    char path[PATH_MAX];

    join(path, command->folder, name);
    bool is_here = strchr(name, '/') || file_is_plain(path);
    if (!is_here)
        return file_find_program(name, command->program) || err_set(why, "bot_not_found", name);
    if (!check_file(path, why))
        return false;
    const struct interpreter *interpreter = find_interpreter(path);
    if (interpreter)
        return use_interpreter(command, interpreter, path, why);
    if (!file_can_run(path))
        return err_set(why, "bot_not_executable", path);
    snprintf(command->program, sizeof command->program, "%s", path);
    return check_script(path, why);
}

/* The program changes into it before it is executed, so the folder needs its whole path. */
static bool choose_folder(struct bot_command *command, const char *folder, struct err *why)
{
    const char *program = command->argv[0];
    const char *slash = program[0] == '/' ? strrchr(program, '/') : NULL;
    struct stat info;

    if (!folder[0]) {
        if (slash)
            snprintf(command->folder, PATH_MAX, "%.*s/", (int)(slash - program), program);
        return true;
    }
    if (!realpath(folder, command->folder) || stat(folder, &info) != 0 || !S_ISDIR(info.st_mode))
        return err_set(why, "bot_no_folder", folder);
    return true;
}

/* ---- where to join ---- */

/* Appends `word` with its placeholders filled in; true if there were any. */
static bool fill_in(struct buf *out, const char *word, const struct bot_command_place *place)
{
    char port[8];
    bool has_any = false;
    struct slice rest = slice_of(word);

    snprintf(port, sizeof port, "%d", place->port);
    while (rest.len > 0) {
        const char *value = slice_take(&rest, "{host}")          ? place->host
                            : slice_take(&rest, "{port}")        ? port
                            : slice_take(&rest, "{reservation}") ? place->reservation
                                                                 : NULL;
        has_any = has_any || value;
        if (value) {
            buf_add(out, value);
            continue;
        }
        buf_add_char(out, rest.at[0]);
        rest = slice_skip(rest, 1);
    }
    return has_any;
}

/* As the official start programs do. */
static bool append_place(struct bot_command *command, const struct bot_command_place *place,
                         struct err *why)
{
    char port[8];

    snprintf(port, sizeof port, "%d", place->port);
    return add_word(command, "--host", why) && add_word(command, place->host, why) &&
           add_word(command, "--port", why) && add_word(command, port, why) &&
           (!place->reservation[0] || (add_word(command, "--reservation", why) &&
                                       add_word(command, place->reservation, why)));
}

static bool place_words(struct bot_command *command, const struct bot_command_place *place,
                        struct err *why)
{
    bool has_any = false;
    int count = command->argc;

    for (int i = 1; i < count; i++) {
        const char *word = command->argv[i];
        if (!strchr(word, '{'))
            continue;
        char *filled = command->buf.data + command->buf.len;
        has_any = fill_in(&command->buf, word, place) || has_any;
        if (!end_word(command, why))
            return false;
        command->argv[i] = filled;
    }
    return has_any || append_place(command, place, why);
}

bool bot_command_make(struct bot_command *command, const char *line, const char *folder,
                      const struct bot_command_place *place, struct err *why)
{
    static const struct bot_command_place anywhere = {.host = "127.0.0.1", .reservation = "x"};

    assert(line && folder);
    memset(command, 0, offsetof(struct bot_command, text));
    buf_init(&command->buf, command->text, sizeof command->text);
    if (!split(command, slice_of(line), why) || !choose_folder(command, folder, why) ||
        !find_program(command, why) || !place_words(command, place ? place : &anywhere, why))
        return false;
    command->argv[command->argc] = NULL;
    return true;
}

bool bot_command_check(const char *line, const char *folder, struct err *why)
{
    struct bot_command command;

    return bot_command_make(&command, line, folder, NULL, why);
}
