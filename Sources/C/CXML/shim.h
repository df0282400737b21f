#pragma once
#include <libxml/HTMLparser.h>
