/* vsnprintf with what buf_format is asked for: %s, %.*s, %c, %d, %lld and %llx with a width and
 * zeros before it.  The library's own would bring files and streams into the module. */

#include "base/slice.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>

/* Output that is cut at the end of its buffer; `len` counts on. */
struct output {
    char *at;
    size_t room, len;
};

static void put(struct output *output, char c)
{
    if (output->len + 1 < output->room)
        output->at[output->len] = c;
    output->len++;
}

static void put_text(struct output *output, const char *text, int most)
{
    for (; most > 0 && *text; text++, most--)
        put(output, *text);
}

static void put_number(struct output *output, unsigned long long value, unsigned base, int width)
{
    char digits[24];
    int n = 0;

    do
        digits[n++] = "0123456789abcdef"[value % base];
    while ((value /= base) > 0 || n < width);
    while (n > 0)
        put(output, digits[--n]);
}

static void put_signed(struct output *output, long long value)
{
    if (value < 0)
        put(output, '-');
    put_number(output, value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value, 10,
               0);
}

int vsnprintf(char *text, size_t size, const char *format, va_list args)
{
    struct output output = {.at = text, .room = size};
    struct slice rest = slice_of(format);

    for (; rest.len > 0; rest = slice_skip(rest, 1)) {
        int width = 0;
        if (!slice_take_char(&rest, '%')) {
            put(&output, rest.at[0]);
            continue;
        }
        slice_take_int(&rest, 0, 20, &width);
        int most = slice_take(&rest, ".*") ? va_arg(args, int) : INT_MAX;
        bool is_long = slice_take(&rest, "ll");
        switch (rest.at[0]) {
        case 's':
            put_text(&output, va_arg(args, const char *), most);
            break;
        case 'c':
            put(&output, (char)va_arg(args, int));
            break;
        case 'd':
            put_signed(&output, is_long ? va_arg(args, long long) : va_arg(args, int));
            break;
        case 'x':
            put_number(&output, va_arg(args, unsigned long long), 16, width);
            break;
        default:
            __builtin_trap();
        }
    }
    if (size > 0)
        text[output.len < size ? output.len : size - 1] = '\0';
    return (int)output.len;
}
