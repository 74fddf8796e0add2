import type { PieceSource } from './piece.js';

/** The Gregorian calendar of the years 1 to 9999, in days since 1970-01-01 (H. Hinnant, chrono-Compatible Low-Level Date Algorithms). */
export const CALENDAR = {
  is_leap_year: {
    code: `
(func $is_leap_year (param $year i64) (result i32)
  (if (i64.ne (i64.and (local.get $year) (i64.const 3)) (i64.const 0)) (then (return (i32.const 0))))
  (if (i64.ne (i64.rem_u (local.get $year) (i64.const 100)) (i64.const 0)) (then (return (i32.const 1))))
  (i64.eqz (i64.rem_u (local.get $year) (i64.const 400))))`,
  },
  days_in_month: {
    code: `
(func $days_in_month (param $year i64) (param $month i64) (result i64)
  (if (i64.eq (local.get $month) (i64.const 2))
    (then (return (i64.add (i64.const 28) (i64.extend_i32_u (call $is_leap_year (local.get $year)))))))
  ;; The months 1, 3, 5, 7 and 8, 10, 12 have 31 days: the lowest bit changes its meaning at 8.
  (i64.or (i64.const 30) (i64.xor (local.get $month) (i64.shr_u (local.get $month) (i64.const 3)))))`,
  },
  days_from_civil: {
    code: `
;; Years begin in March, so that the leap day is the last of its year.
(func $days_from_civil (param $year i64) (param $month i64) (param $day i64) (result i64)
  (local $day_of_year i64)
  (if (i64.le_u (local.get $month) (i64.const 2))
    (then (local.set $year (i64.sub (local.get $year) (i64.const 1)))))
  (local.set $day_of_year (i64.add
    (i64.div_u
      (i64.add
        (i64.mul (i64.const 153) (i64.rem_u (i64.add (local.get $month) (i64.const 9)) (i64.const 12)))
        (i64.const 2))
      (i64.const 5))
    (i64.sub (local.get $day) (i64.const 1))))
  (i64.sub
    (i64.add
      (i64.add (i64.mul (local.get $year) (i64.const 365)) (i64.div_u (local.get $year) (i64.const 4)))
      (i64.add
        (i64.sub (i64.div_u (local.get $year) (i64.const 400)) (i64.div_u (local.get $year) (i64.const 100)))
        (local.get $day_of_year)))
    (i64.const 719_468)))`,
  },
  month_of_days: {
    code: `
;; Months since the begin of the year 0, times 32, plus the day of the month less 1.
(func $month_of_days (param $days i64) (result i64)
  (local $era i64) (local $day i64) (local $year i64) (local $from_march i64)
  (local.set $day (i64.add (local.get $days) (i64.const 719_468)))
  (local.set $era (i64.div_u (local.get $day) (i64.const 146_097)))
  (local.set $day (i64.rem_u (local.get $day) (i64.const 146_097)))
  (local.set $year (i64.div_u
    (i64.sub
      (i64.add (local.get $day) (i64.div_u (local.get $day) (i64.const 36_524)))
      (i64.add (i64.div_u (local.get $day) (i64.const 1_460)) (i64.div_u (local.get $day) (i64.const 146_096))))
    (i64.const 365)))
  (local.set $day (i64.sub
    (local.get $day)
    (i64.add
      (i64.mul (i64.const 365) (local.get $year))
      (i64.sub (i64.div_u (local.get $year) (i64.const 4)) (i64.div_u (local.get $year) (i64.const 100))))))
  (local.set $from_march (i64.div_u (i64.add (i64.mul (i64.const 5) (local.get $day)) (i64.const 2)) (i64.const 153)))
  (i64.add
    (i64.shl
      (i64.add
        (i64.mul (i64.const 12) (i64.add (local.get $year) (i64.mul (i64.const 400) (local.get $era))))
        (i64.add (local.get $from_march) (i64.const 2)))
      (i64.const 5))
    (i64.sub
      (local.get $day)
      (i64.div_u (i64.add (i64.mul (i64.const 153) (local.get $from_march)) (i64.const 2)) (i64.const 5)))))`,
  },
  civil_from_days: {
    code: `
;; A record with the fields day, month and year.
(func $civil_from_days (param $days i64) (result i32)
  (local $month i64) (local $civil i32)
  (local.set $month (call $month_of_days (local.get $days)))
  (local.set $civil (call $alloc (i32.const 24)))
  (i64.store (local.get $civil) (i64.add (i64.const 1) (i64.and (local.get $month) (i64.const 31))))
  (local.set $month (i64.shr_u (local.get $month) (i64.const 5)))
  (i64.store offset=8 (local.get $civil) (i64.add (i64.const 1) (i64.rem_u (local.get $month) (i64.const 12))))
  (i64.store offset=16 (local.get $civil) (i64.div_u (local.get $month) (i64.const 12)))
  (local.get $civil))`,
  },
  weekday: {
    code: `
;; Monday is 1. The first day of the year 1 is a Monday.
(func $weekday (param $days i64) (result i64)
  (i64.add (i64.const 1) (i64.rem_u (i64.add (local.get $days) (i64.const 719_162)) (i64.const 7))))`,
  },
  add_months: {
    code: `
;; The same day of the month, or its last day; none outside the calendar.
(func $add_months (param $days i64) (param $months i64) (result i32)
  (local $start i64) (local $year i64) (local $month i64) (local $day i64) (local $last i64)
  (if (i64.gt_u (i64.add (local.get $months) (i64.const 120_000)) (i64.const 240_000))
    (then (return (i32.const 0))))
  (local.set $start (call $month_of_days (local.get $days)))
  (local.set $day (i64.add (i64.const 1) (i64.and (local.get $start) (i64.const 31))))
  (local.set $month (i64.add (i64.shr_u (local.get $start) (i64.const 5)) (local.get $months)))
  ;; The months of the years 1 to 9999.
  (if (i64.gt_u (i64.sub (local.get $month) (i64.const 12)) (i64.const 119_987)) (then (return (i32.const 0))))
  (local.set $year (i64.div_u (local.get $month) (i64.const 12)))
  (local.set $month (i64.add (i64.const 1) (i64.rem_u (local.get $month) (i64.const 12))))
  (local.set $last (call $days_in_month (local.get $year) (local.get $month)))
  (call $some_integer
    (call $days_from_civil
      (local.get $year)
      (local.get $month)
      (select (local.get $day) (local.get $last) (i64.lt_u (local.get $day) (local.get $last))))))`,
  },
  parse_digits: {
    code: `
;; The value of some decimal digits, or -1 if one of the bytes is no digit.
(func $parse_digits (param $at i32) (param $count i32) (result i64)
  (local $value i64) (local $digit i64)
  (loop $next
    (if (local.get $count)
      (then
        (local.set $digit (i64.sub (i64.load8_u (local.get $at)) (i64.const 0x30)))
        (if (i64.gt_u (local.get $digit) (i64.const 9)) (then (return (i64.const -1))))
        (local.set $value (i64.add (i64.mul (local.get $value) (i64.const 10)) (local.get $digit)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $next))))
  (local.get $value))`,
  },
  parse_date: {
    code: `
;; A real date of the form YYYY-MM-DD.
(func $parse_date (param $text i32) (result i32)
  (local $year i64) (local $month i64) (local $day i64)
  (if (i32.ne (i32.load (local.get $text)) (i32.const 10)) (then (return (i32.const 0))))
  (if (i32.ne (i32.load8_u offset=12 (local.get $text)) (i32.const 0x2d)) (then (return (i32.const 0))))
  (if (i32.ne (i32.load8_u offset=15 (local.get $text)) (i32.const 0x2d)) (then (return (i32.const 0))))
  (local.set $year (call $parse_digits (i32.add (local.get $text) (i32.const 8)) (i32.const 4)))
  (local.set $month (call $parse_digits (i32.add (local.get $text) (i32.const 13)) (i32.const 2)))
  (local.set $day (call $parse_digits (i32.add (local.get $text) (i32.const 16)) (i32.const 2)))
  (if (i64.lt_s (local.get $year) (i64.const 1)) (then (return (i32.const 0))))
  (if (i64.gt_u (i64.sub (local.get $month) (i64.const 1)) (i64.const 11)) (then (return (i32.const 0))))
  (if (i64.lt_s (local.get $day) (i64.const 1)) (then (return (i32.const 0))))
  (if (i64.gt_s (local.get $day) (call $days_in_month (local.get $year) (local.get $month)))
    (then (return (i32.const 0))))
  (call $some_integer (call $days_from_civil (local.get $year) (local.get $month) (local.get $day))))`,
  },
  format_date: {
    code: `
(func $format_date (param $days i64) (result i32)
  (local $month i64) (local $text i32)
  (local.set $month (call $month_of_days (local.get $days)))
  (local.set $text (call $new_ascii (i32.const 10)))
  (i32.store8 offset=12 (local.get $text) (i32.const 0x2d))
  (i32.store8 offset=15 (local.get $text) (i32.const 0x2d))
  (call $write_digits
    (i32.add (local.get $text) (i32.const 16))
    (i64.add (i64.const 1) (i64.and (local.get $month) (i64.const 31)))
    (i32.const 2))
  (local.set $month (i64.shr_u (local.get $month) (i64.const 5)))
  (call $write_digits
    (i32.add (local.get $text) (i32.const 13))
    (i64.add (i64.const 1) (i64.rem_u (local.get $month) (i64.const 12)))
    (i32.const 2))
  (call $write_digits
    (i32.add (local.get $text) (i32.const 8))
    (i64.div_u (local.get $month) (i64.const 12))
    (i32.const 4))
  (local.get $text))`,
  },
} as const satisfies Record<string, PieceSource>;
