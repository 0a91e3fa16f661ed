#include "learn/weights.h"

/* Inside of a comment, which it must not end. */
static void print_remark(struct slice text, struct buf *out)
{
    for (char last = '\0'; text.len > 0; last = text.at[0], text = slice_skip(text, 1)) {
        if (last == '*' && text.at[0] == '/')
            buf_add_char(out, ' ');
        buf_add_char(out, text.at[0]);
    }
}

static void print_upper(const char *name, struct buf *out)
{
    for (; *name; name++)
        buf_add_char(out, *name >= 'a' && *name <= 'z' ? (char)(*name - 'a' + 'A') : *name);
}

static void print_guard(const char *word, const char *name, struct buf *out)
{
    buf_format(out, "#%s GAMES_", word);
    print_upper(name, out);
    buf_add(out, "_WEIGHTS_H\n");
}

static void print_head(const struct weights_sheet *sheet, struct buf *out)
{
    struct slice commands = slice_of(sheet->commands);

    buf_add(out, "/*\n * The weights of the evaluation (features.h), made by\n *\n");
    while (commands.len > 0) {
        buf_add(out, " *   ");
        print_remark(slice_take_until(&commands, '\n'), out);
        buf_add_char(out, '\n');
    }
    buf_add(out, " *\n * ");
    print_remark(slice_of(sheet->remark), out);
    buf_add(out, "\n */\n");
}

static void print_table(const struct weights_sheet *sheet, struct buf *out)
{
    const struct linear_eval *linear = linear_of(sheet->rules);
    const int16_t *weight = sheet->table;

    buf_format(out, "static const int16_t %s_weights[%d][%d] = {\n", sheet->rules->name,
               linear->sets, linear->features);
    for (int set = 0; set < linear->sets; set++) {
        buf_format(out, "    { /* %s */\n", linear->set_names[set]);
        for (int i = 0; i < linear->features; i++)
            buf_format(out, "        %d, /* %s */\n", *weight++, linear->feature_names[i]);
        buf_add(out, "    },\n");
    }
    buf_add(out, "};\n");
}

void weights_print(const struct weights_sheet *sheet, struct buf *out)
{
    print_guard("ifndef", sheet->rules->name, out);
    print_guard("define", sheet->rules->name, out);
    buf_add(out, "\n/* clang-format off */\n");
    print_head(sheet, out);
    buf_add(out, "\n#include <stdint.h>\n\n");
    print_table(sheet, out);
    buf_add(out, "/* clang-format on */\n\n#endif\n");
}
