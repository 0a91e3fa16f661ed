#include "base/utf8.h"

#include "base/buf.h"
#include "base/memory.h"

bool utf8_is_continuation(char c) { return ((unsigned char)c & 0xc0) == 0x80; }

size_t utf8_wanted_bytes(unsigned char lead)
{
    if (lead < 0x80)
        return 1;
    return lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
}

static size_t front(struct slice text)
{
    unsigned char lead = (unsigned char)text.at[0];
    unsigned char second = text.len > 1 ? (unsigned char)text.at[1] : 0;
    size_t len = utf8_wanted_bytes(lead);

    if (len > text.len)
        return 0;
    for (size_t i = 1; i < len; i++) {
        if (!utf8_is_continuation(text.at[i]))
            return 0;
    }
    /* Overlong forms, surrogates and what is beyond Unicode. */
    if ((lead == 0xe0 && second < 0xa0) || (lead == 0xed && second > 0x9f) ||
        (lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second > 0x8f))
        return 0;
    return len;
}

size_t utf8_showable_front(struct slice text)
{
    unsigned char lead = (unsigned char)text.at[0];
    size_t len = front(text);
    bool is_control = lead < ' ' || lead == 0x7f ||
                      (len == 2 && lead == 0xc2 && (unsigned char)text.at[1] < 0xa0);

    return is_control ? 0 : len;
}

static size_t sound_bytes(struct slice text) { return text.at[0] == '\0' ? 0 : front(text); }

bool utf8_is_sound(struct slice text)
{
    size_t len = 1;

    for (; text.len > 0 && len > 0; text = slice_skip(text, len))
        len = sound_bytes(text);
    return len > 0;
}

struct slice utf8_mend(struct slice text)
{
    size_t size = text.len * strlen(UTF8_REPLACEMENT) + 1;
    struct buf buf;

    buf_init(&buf, memory_get(size, 1), size);
    while (text.len > 0) {
        size_t len = sound_bytes(text);
        buf_add_slice(&buf, len > 0 ? slice_make(text.at, len) : slice_of(UTF8_REPLACEMENT));
        text = slice_skip(text, len > 0 ? len : 1);
    }
    return buf_slice(&buf);
}
