#ifndef BASE_LANG_H
#define BASE_LANG_H

/* The languages of every text that a person reads. */
enum lang { LANG_DE, LANG_EN, LANG_COUNT };

#endif
