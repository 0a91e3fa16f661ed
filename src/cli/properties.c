#include "cli/properties.h"

#include "base/buf.h"

#include <string.h>

static bool read_flag(struct slice value, bool *flag)
{
    *flag = slice_is(value, "true");
    return slice_is(value, "true") || slice_is(value, "false");
}

static bool read_value(struct slice key, struct slice value, struct properties *properties)
{
    struct buf buf;

    if (slice_is(key, "password")) {
        buf_init(&buf, properties->password, sizeof properties->password);
        buf_add_slice(&buf, value);
        properties->has_password = true;
        return !buf.is_full;
    }
    if (slice_is(key, "paused"))
        return (properties->has_paused = read_flag(value, &properties->is_paused));
    if (slice_is(key, "local"))
        return (properties->has_local = read_flag(value, &properties->is_local));
    if (slice_is(key, "port"))
        return (properties->has_port = slice_to_int(value, 0, 65535, &properties->port));
    return true;
}

static size_t find_separator(struct slice line)
{
    size_t at = 0;

    while (at < line.len && line.at[at] != '=' && line.at[at] != ':')
        at++;
    return at;
}

bool properties_parse(struct slice text, struct properties *properties, struct err *why)
{
    memset(properties, 0, sizeof *properties);
    for (int number = 1; text.len > 0; number++) {
        struct slice line = slice_trim(slice_take_until(&text, '\n'));
        size_t at = find_separator(line);
        if (line.len == 0 || line.at[0] == '#' || line.at[0] == '!' || at == line.len)
            continue;
        struct slice key = slice_trim(slice_make(line.at, at));
        if (!read_value(key, slice_trim(slice_skip(line, at + 1)), properties))
            return err_format(why, "bad_property", "%d %.*s", number, (int)key.len, key.at);
    }
    return true;
}
