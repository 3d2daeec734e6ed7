/* A program built without the page. */
#include "asset.h"

const struct asset assets[1] = {{.path = ""}};
const int asset_count = 0;
