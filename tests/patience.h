#ifndef TESTS_PATIENCE_H
#define TESTS_PATIENCE_H

/* How long tests in C wait for what has to come.  Nothing is asserted about time, so patience is
 * long: on a busy machine, with sanitizers, everything takes many times as long.  In Python it is
 * tests/patience.py. */
enum { PATIENCE_US = 90 * 1000 * 1000 };

#endif
