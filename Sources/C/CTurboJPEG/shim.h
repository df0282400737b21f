// Opened late: Sources/C/CLate.
#pragma once
#include <turbojpeg.h>
