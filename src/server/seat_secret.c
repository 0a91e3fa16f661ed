#include "server/seat_secret.h"

#include <sodium.h>
#include <string.h>

enum { SECRET_BYTES = (SEAT_SECRET_SIZE - 1) / 2 };

void seat_secret_draw(char secret[SEAT_SECRET_SIZE])
{
    unsigned char random[SECRET_BYTES];

    randombytes_buf(random, sizeof random);
    sodium_bin2hex(secret, SEAT_SECRET_SIZE, random, sizeof random);
}

bool seat_secret_is_one(const char *text)
{
    return strlen(text) == SEAT_SECRET_SIZE - 1 &&
           strspn(text, "0123456789abcdef") == SEAT_SECRET_SIZE - 1;
}

void seat_secret_digest(const char *secret, char key[STORE_KEY_SIZE])
{
    unsigned char hash[SECRET_BYTES];

    crypto_generichash(hash, sizeof hash, (const unsigned char *)secret, strlen(secret), NULL, 0);
    sodium_bin2hex(key, STORE_KEY_SIZE, hash, sizeof hash);
}

bool seat_secret_opens(const char *secret, const char key[STORE_KEY_SIZE])
{
    char given[STORE_KEY_SIZE] = "";

    seat_secret_digest(secret, given);
    return key[0] && sodium_memcmp(key, given, 2 * SECRET_BYTES) == 0;
}
