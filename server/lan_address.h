/* The address to open on a phone in the same network, also as a QR code. */
#ifndef LAN_ADDRESS_H
#define LAN_ADDRESS_H

#include <stdio.h>

/* If the host listens on all addresses ("0.0.0.0", "[::]"), prints an address by which others in
 * the network reach this machine, and its QR code if the program was built with libqrencode.
 * Otherwise prints nothing. */
void lan_address_print(FILE *, const char *listen, int port, const char *base);

#endif
