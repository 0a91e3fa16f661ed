#ifndef WEB_CUPS_H
#define WEB_CUPS_H

/* Tournaments, for those who follow them. */

struct web;
struct run;

/* Tells that something has changed. */
void cups_tell(struct web *web, const struct run *run);

#endif
