#ifndef BASE_UTF8_H
#define BASE_UTF8_H

/* Is it UTF-8?  And what is done if not. */

#include "base/slice.h"

/* U+FFFD, which stands for what is no character. */
#define UTF8_REPLACEMENT "\xef\xbf\xbd"

/* Bytes of the character at the front of a text that is not empty; 0: there is none, but something
 * else, or a character that controls a terminal. */
size_t utf8_showable_front(struct slice text);

/* Is all of it UTF-8, without zeros? */
bool utf8_is_sound(struct slice text);
/* The text with U+FFFD for every byte that is not; the caller frees it. */
struct slice utf8_mend(struct slice text);

/* Bytes that the character beginning with this byte has; 0: none begins like this. */
size_t utf8_wanted_bytes(unsigned char lead);
bool utf8_is_continuation(char c);

#endif
