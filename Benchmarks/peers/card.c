// A card as one would write it: a layout at each size of a search by halving, and Cairo's own PNG writer.
// card OUTPUT.png WIDTH HEIGHT LANGUAGE < TEXT
#include <pango/pangocairo.h>
#include <stdio.h>
#include <stdlib.h>

static int fits(PangoLayout *layout, PangoFontDescription *font, double size, int height) {
  pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
  pango_layout_set_font_description(layout, font);
  int w, h;
  pango_layout_get_pixel_size(layout, &w, &h);
  return h <= height;
}

int main(int count, char **words) {
  if (count != 5) return 64;
  static char text[65536];
  size_t length = fread(text, 1, sizeof text, stdin);
  int width = atoi(words[2]), height = atoi(words[3]), margin = 0.09 * height;
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cairo = cairo_create(surface);
  cairo_set_source_rgb(cairo, .965, .945, .89);
  cairo_paint(cairo);
  PangoLayout *layout = pango_cairo_create_layout(cairo);
  pango_context_set_language(pango_layout_get_context(layout), pango_language_from_string(words[4]));
  PangoFontDescription *font = pango_font_description_from_string("Noto Serif,DejaVu Serif,serif");
  pango_layout_set_text(layout, text, length);
  pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_width(layout, (width - 2.8 * margin) * PANGO_SCALE);
  int low = 2 * .022 * height, high = 2 * .13 * height, room = height - 2 * margin;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (fits(layout, font, middle / 2., room)) low = middle; else high = middle;
  }
  fits(layout, font, low / 2., room);
  cairo_set_source_rgb(cairo, .17, .15, .125);
  cairo_move_to(cairo, 1.4 * margin, margin);
  pango_cairo_show_layout(cairo, layout);
  return cairo_surface_write_to_png(surface, words[1]) != CAIRO_STATUS_SUCCESS;
}
