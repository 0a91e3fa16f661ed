#include "learn/weights.h"

#include "base/minmax.h"

#include <string.h>

enum { LINE_MAX_COLUMNS = 96, NAME_SIZE = 32 };

/* Inside of a comment, which it must not end. */
static void print_remark(struct slice text, struct buf *out)
{
    for (char last = '\0'; text.len > 0; last = text.at[0], text = slice_skip(text, 1)) {
        if (last == '*' && text.at[0] == '/')
            buf_add_char(out, ' ');
        buf_add_char(out, text.at[0]);
    }
}

/* What the files of a later season have in their names: "_2026". */
static void print_season(const struct game_rules *rules, struct buf *out)
{
    if (strcmp(rules->name, game_family(rules)) != 0)
        buf_format(out, "_%d", rules->year);
}

void weights_print_path(const struct game_rules *rules, struct buf *out)
{
    buf_format(out, "src/games/%s/weights", game_family(rules));
    print_season(rules, out);
    buf_add(out, ".h");
}

static void copy_upper(const char *name, char upper[NAME_SIZE])
{
    struct buf buf;

    buf_init(&buf, upper, NAME_SIZE);
    for (; *name; name++)
        buf_add_char(&buf, *name >= 'a' && *name <= 'z' ? (char)(*name - 'a' + 'A') : *name);
}

/* A command, also over several lines, as a shell would read them. */
static void print_command(struct slice command, struct buf *out)
{
    size_t begin = out->len;

    buf_add(out, " *  ");
    while (command.len > 0) {
        struct slice word = slice_take_word(&command);
        if (out->len - begin + word.len > LINE_MAX_COLUMNS) {
            buf_add(out, " \\\n");
            begin = out->len;
            buf_add(out, " *      ");
        }
        buf_add_char(out, ' ');
        print_remark(word, out);
    }
    buf_add_char(out, '\n');
}

static void print_head(const struct weights_sheet *sheet, struct buf *out)
{
    struct slice commands = slice_of(sheet->commands);

    buf_add(out, "/*\n * The weights of the evaluation (features");
    print_season(sheet->rules, out);
    buf_add(out, ".h), made by\n *\n");
    while (commands.len > 0)
        print_command(slice_take_until(&commands, '\n'), out);
    buf_add(out, " *\n * ");
    print_remark(slice_of(sheet->remark), out);
    buf_add(out, "\n */\n");
}

static int longest_name(const struct linear_eval *linear)
{
    int longest = 0;

    for (int i = 0; i < linear->features; i++)
        longest = int_max(longest, (int)strlen(linear->feature_names[i]));
    return longest;
}

/* A row for each feature, its weight in every set. */
static void print_rows(const struct weights_sheet *sheet, struct buf *out)
{
    const struct linear_eval *linear = linear_of(sheet->rules);
    int width = longest_name(linear);

    for (int i = 0; i < linear->features; i++) {
        const char *name = linear->feature_names[i];
        buf_format(out, "    ROW(\"%s\"", name);
        for (int set = 0; set < linear->sets; set++) {
            int blanks = set == 0 ? width - (int)strlen(name) : 0;
            buf_format(out, ",%*d", 6 + blanks, sheet->table[set * linear->features + i]);
        }
        buf_add(out, i + 1 < linear->features ? ") \\\n" : ")\n");
    }
}

static void print_table(const struct weights_sheet *sheet, const char *upper, struct buf *out)
{
    const struct linear_eval *linear = linear_of(sheet->rules);

    buf_format(out, "#define %s_WEIGHTS(ROW) \\\n", upper);
    print_rows(sheet, out);
    buf_format(out, "\nstatic const int16_t %s_weights[%d][%d] = {\n", sheet->rules->name,
               linear->sets, linear->features);
    for (int set = 0; set < linear->sets; set++)
        buf_format(out, "    {%s_WEIGHTS(LINEAR_SET_%d)}, /* %s */\n", upper, set,
                   linear->set_names[set]);
    buf_add(out, "};\n");
}

static void print_guard(const struct game_rules *rules, const char *directive, struct buf *out)
{
    char family[NAME_SIZE];

    copy_upper(game_family(rules), family);
    buf_format(out, "#%s GAMES_%s_WEIGHTS", directive, family);
    print_season(rules, out);
    buf_add(out, "_H\n");
}

void weights_print(const struct weights_sheet *sheet, struct buf *out)
{
    char upper[NAME_SIZE];

    copy_upper(sheet->rules->name, upper);
    print_guard(sheet->rules, "ifndef", out);
    print_guard(sheet->rules, "define", out);
    buf_add(out, "\n/* clang-format off */\n");
    print_head(sheet, out);
    buf_add(out, "\n#include \"search/linear.h\"\n\n");
    print_table(sheet, upper, out);
    buf_add(out, "/* clang-format on */\n\n#endif\n");
}
