/** The circuits of the benchmark as a programmer writes them in C: a header, and an implementation. */
export const C_HEADER = `
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum region { REGION_EU, REGION_US, REGION_OTHER };

struct hand_card_fee_in { int64_t amount; enum region region; };
struct hand_card_fee_out { int64_t fee; };
struct hand_celsius_in { int32_t fahrenheit; };
struct hand_celsius_out { int32_t degrees; };
struct hand_income_tax_in { int64_t income; };
struct hand_income_tax_out { int64_t tax; };
struct hand_pid_step_in { int32_t target, measured, last_error, total; };
struct hand_pid_step_out { int32_t drive, next_total, deviation; };
struct hand_frame_check_in { struct { const uint8_t *data; size_t size; } frame; };
struct hand_frame_check_out { uint32_t check; };

/* Each returns NULL, or the name of the input that is out of range. */
const char *hand_card_fee(const struct hand_card_fee_in *in, struct hand_card_fee_out *out);
const char *hand_celsius(const struct hand_celsius_in *in, struct hand_celsius_out *out);
const char *hand_income_tax(const struct hand_income_tax_in *in, struct hand_income_tax_out *out);
const char *hand_pid_step(const struct hand_pid_step_in *in, struct hand_pid_step_out *out);
const char *hand_frame_check(const struct hand_frame_check_in *in, struct hand_frame_check_out *out);
`;

export const C_BY_HAND = `
#include "hand.h"

static int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t max(int64_t a, int64_t b) { return a > b ? a : b; }

const char *hand_card_fee(const struct hand_card_fee_in *in, struct hand_card_fee_out *out) {
  static const int rates[] = {150, 250, 325};
  if (in->amount < 0 || in->amount > INT64_C(10000000000)) return "amount";
  if ((unsigned)in->region > REGION_OTHER) return "region";
  out->fee = in->amount * rates[in->region] / 10000;
  return NULL;
}

const char *hand_celsius(const struct hand_celsius_in *in, struct hand_celsius_out *out) {
  if (in->fahrenheit < -459 || in->fahrenheit > 10000) return "fahrenheit";
  out->degrees = (in->fahrenheit - 32) * 5 / 9;
  return NULL;
}

const char *hand_income_tax(const struct hand_income_tax_in *in, struct hand_income_tax_out *out) {
  int64_t income = in->income;
  if (income < 0 || income > INT64_C(100000000000)) return "income";
  int64_t first = min(income, 1000000);
  int64_t second = min(max(income - 1000000, 0), 3000000);
  int64_t third = max(income - 4000000, 0);
  out->tax = first / 10 + second / 5 + third * 2 / 5;
  return NULL;
}

const char *hand_pid_step(const struct hand_pid_step_in *in, struct hand_pid_step_out *out) {
  if (in->target < -10000 || in->target > 10000) return "target";
  if (in->measured < -10000 || in->measured > 10000) return "measured";
  if (in->last_error < -20000 || in->last_error > 20000) return "last_error";
  if (in->total < -1000000 || in->total > 1000000) return "total";
  int32_t error = in->target - in->measured;
  int32_t grown = (int32_t)min(max(in->total + error, -1000000), 1000000);
  int32_t raw = (error * 120 + grown * 3 + (error - in->last_error) * 40) / 1000;
  bool saturated = (raw > 1000 && error > 0) || (raw < 0 && error < 0);
  out->drive = (int32_t)min(max(raw, 0), 1000);
  out->next_total = saturated ? in->total : grown;
  out->deviation = error;
  return NULL;
}

static uint32_t table[256];

__attribute__((constructor)) static void fill_table(void) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t crc = i;
    for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >> 1 ^ 0xEDB88320 : crc >> 1;
    table[i] = crc;
  }
}

const char *hand_frame_check(const struct hand_frame_check_in *in, struct hand_frame_check_out *out) {
  if (in->frame.size > 256) return "frame";
  uint32_t crc = UINT32_MAX;
  for (size_t i = 0; i < in->frame.size; i++) crc = crc >> 8 ^ table[(crc ^ in->frame.data[i]) & 0xFF];
  out->check = ~crc;
  return NULL;
}
`;
