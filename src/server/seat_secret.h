#ifndef SERVER_SEAT_SECRET_H
#define SERVER_SEAT_SECRET_H

/* Secrets of people's seats: 128 bits in hexadecimal digits, of which only a digest is kept. */

#include "server/rooms.h"

void seat_secret_draw(char secret[SEAT_SECRET_SIZE]);
/* Could it have been drawn? */
bool seat_secret_is_one(const char *text);
void seat_secret_digest(const char *secret, char key[STORE_KEY_SIZE]);
/* Is it the secret with this digest?  "" is the digest of none. */
bool seat_secret_opens(const char *secret, const char key[STORE_KEY_SIZE]);

#endif
