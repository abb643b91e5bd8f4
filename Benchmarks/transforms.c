/* How long two libraries take for the spectra that the object tracker needs; `swift run -c release Transforms` says it of its own.
 *
 *   gcc -O3 -march=x86-64-v2 transforms.c -o transforms $(pkg-config --cflags --libs gstreamer-fft-1.0 libavutil) && ./transforms
 *
 * Real channels of a square: Kiss FFT as in gstreamer-fft-1.0, rows real, columns complex; libavutil's tx the same way. The best of 300,
 * in processor time.
 */
#include <gst/fft/gstfftf32.h>
#include <libavutil/mem.h>
#include <libavutil/tx.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

/* Half of the columns are enough: the others are their conjugates. */
static double kiss(int side, int channels, const float *values) {
  int half = side / 2 + 1;
  GstFFTF32 *rows = gst_fft_f32_new(side, FALSE), *columns = gst_fft_f32_new(side, FALSE);
  GstFFTF32Complex *lines = calloc(side * half, sizeof *lines), *in = calloc(side, sizeof *in), *out = calloc(side, sizeof *out);
  double best = 1e30;
  for (int n = 0; n < 300; n++) {
    double start = now();
    for (int c = 0; c < channels; c++) {
      for (int y = 0; y < side; y++) gst_fft_f32_fft(rows, values + (c * side + y) * side, lines + y * half);
      /* gst_fft_f32 has a transform of real numbers only; a complex column is two of them. */
      for (int x = 0; x < half; x++) {
        float real[64], imaginary[64];
        for (int y = 0; y < side; y++) { real[y] = lines[y * half + x].r; imaginary[y] = lines[y * half + x].i; }
        gst_fft_f32_fft(columns, real, in);
        gst_fft_f32_fft(columns, imaginary, out);
        for (int y = 0; y < half; y++) {
          lines[y * half + x].r = in[y].r - out[y].i;
          lines[y * half + x].i = in[y].i + out[y].r;
        }
      }
    }
    if (now() - start < best) best = now() - start;
  }
  return best;
}

static double tx(int side, int channels, const float *values) {
  AVTXContext *row, *column;
  av_tx_fn rowTransform, columnTransform;
  float scale = 1;
  int half = side / 2 + 1;
  if (av_tx_init(&row, &rowTransform, AV_TX_FLOAT_RDFT, 0, side, &scale, 0) < 0) return -1;
  if (av_tx_init(&column, &columnTransform, AV_TX_FLOAT_FFT, 0, side, &scale, 0) < 0) return -1;
  AVComplexFloat *lines = av_calloc(side * (half + 1), sizeof *lines), *in = av_calloc(side, sizeof *in), *out = av_calloc(side, sizeof *out);
  float *copy = av_calloc(side, sizeof *copy);
  AVComplexFloat *line = av_calloc(half + 1, sizeof *line);
  double best = 1e30;
  for (int n = 0; n < 300; n++) {
    double start = now();
    for (int c = 0; c < channels; c++) {
      for (int y = 0; y < side; y++) {
        for (int x = 0; x < side; x++) copy[x] = values[(c * side + y) * side + x];
        rowTransform(row, line, copy, sizeof(float));
        for (int x = 0; x < half; x++) lines[x * side + y] = line[x];
      }
      for (int x = 0; x < half; x++) {
        for (int y = 0; y < side; y++) in[y] = lines[x * side + y];
        columnTransform(column, out, in, sizeof(AVComplexFloat));
        for (int y = 0; y < side; y++) lines[x * side + y] = out[y];
      }
    }
    if (now() - start < best) best = now() - start;
  }
  return best;
}

int main(void) {
  int sizes[][2] = {{48, 48}, {32, 16}};
  for (int s = 0; s < 2; s++) {
    int side = sizes[s][0], channels = sizes[s][1];
    float *values = malloc(sizeof(float) * side * side * channels);
    for (int i = 0; i < side * side * channels; i++) values[i] = i % 17;
    printf("Kiss FFT, %d channels of %d x %d: %.1f us\n", channels, side, side, kiss(side, channels, values));
    printf("libavutil tx, %d channels of %d x %d: %.1f us\n", channels, side, side, tx(side, channels, values));
  }
}
