/* Assertions about our own mistakes. They stay on in every build: a rules library that continues
 * with a broken state is worse than one that stops. There is no libc here, so a failed assertion
 * traps. */
#ifndef AT_ASSERT_H
#define AT_ASSERT_H

#define at_assert(cond) ((cond) ? (void)0 : __builtin_trap())

#endif
