#ifndef CLI_BROWSER_H
#define CLI_BROWSER_H

/* Shows an address in the user's browser, if there is a screen and one is installed.  No error is
 * if it does not work: the address has been printed. */
void browser_open(const char *address);

#endif
