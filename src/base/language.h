#ifndef BASE_LANGUAGE_H
#define BASE_LANGUAGE_H

/* The languages of every text that a person reads. */
enum lang { LANG_DE, LANG_EN, LANG_COUNT };

/* Its key in JSON. */
static inline const char *lang_key(enum lang lang) { return lang == LANG_DE ? "de" : "en"; }

#endif
