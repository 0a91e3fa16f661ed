/* vsnprintf with what buf_format is asked for: %s, %.*s, %c, %d, %lld and %llx with a width and
 * zeros before it.  The library's own would bring files and streams into the module. */

#include "base/slice.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>

/* A text that is cut off at the end of its room, but counted on. */
struct sheet {
    char *at;
    size_t room, len;
};

static void put(struct sheet *sheet, char c)
{
    if (sheet->len + 1 < sheet->room)
        sheet->at[sheet->len] = c;
    sheet->len++;
}

static void put_text(struct sheet *sheet, const char *text, int most)
{
    for (; most > 0 && *text; text++, most--)
        put(sheet, *text);
}

static void put_number(struct sheet *sheet, unsigned long long value, unsigned base, int width)
{
    char digits[24];
    int n = 0;

    do
        digits[n++] = "0123456789abcdef"[value % base];
    while ((value /= base) > 0 || n < width);
    while (n > 0)
        put(sheet, digits[--n]);
}

static void put_signed(struct sheet *sheet, long long value)
{
    if (value < 0)
        put(sheet, '-');
    put_number(sheet, value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value, 10, 0);
}

int vsnprintf(char *text, size_t size, const char *format, va_list args)
{
    struct sheet sheet = {.at = text, .room = size};
    struct slice rest = slice_of(format);

    for (; rest.len > 0; rest = slice_skip(rest, 1)) {
        int width = 0;
        if (!slice_take_char(&rest, '%')) {
            put(&sheet, rest.at[0]);
            continue;
        }
        slice_take_int(&rest, 0, 20, &width);
        int most = slice_take(&rest, ".*") ? va_arg(args, int) : INT_MAX;
        bool is_long = slice_take(&rest, "ll");
        switch (rest.at[0]) {
        case 's':
            put_text(&sheet, va_arg(args, const char *), most);
            break;
        case 'c':
            put(&sheet, (char)va_arg(args, int));
            break;
        case 'd':
            put_signed(&sheet, is_long ? va_arg(args, long long) : va_arg(args, int));
            break;
        case 'x':
            put_number(&sheet, va_arg(args, unsigned long long), 16, width);
            break;
        default:
            __builtin_trap();
        }
    }
    if (size > 0)
        text[sheet.len < size ? sheet.len : size - 1] = '\0';
    return (int)sheet.len;
}
