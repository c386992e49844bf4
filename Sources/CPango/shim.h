#pragma once
#include <cairo-svg.h>
#include <pango/pangocairo.h>
