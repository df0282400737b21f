// Opened late: Sources/C/CLate.
#pragma once
#include <spng.h>
