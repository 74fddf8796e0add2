import type { Semantics } from '../monomer.js';
import type { MonomerName } from '../names.js';
import { addMonths } from './add-months.js';
import { civilFromDays, daysFromCivil } from './dates.js';
import { cidrContains } from './ipv4.js';
import { compareSemver } from './semver.js';
import { env, now, random, uuid } from './sources.js';
import { formatDate, formatIpv4, parseDate, parseIpv4 } from './texts.js';
import { daysInMonth, isLeapYear, weekday } from './years.js';

export const system: Readonly<Record<MonomerName<'system'>, Semantics>> = {
  IS_LEAP_YEAR: isLeapYear,
  DAYS_IN_MONTH: daysInMonth,
  DAYS_FROM_CIVIL: daysFromCivil,
  CIVIL_FROM_DAYS: civilFromDays,
  WEEKDAY: weekday,
  ADD_MONTHS: addMonths,
  PARSE_DATE: parseDate,
  FORMAT_DATE: formatDate,
  PARSE_IPV4: parseIpv4,
  FORMAT_IPV4: formatIpv4,
  CIDR_CONTAINS: cidrContains,
  COMPARE_SEMVER: compareSemver,
  NOW: now,
  RANDOM: random,
  UUID: uuid,
  ENV: env,
};
