import type { Monomer } from '../monomer.js';
import { addMonths } from './add-months.js';
import { cidrContains } from './cidr-contains.js';
import { civilFromDays } from './civil-from-days.js';
import { compareSemver } from './compare-semver.js';
import { daysFromCivil } from './days-from-civil.js';
import { daysInMonth } from './days-in-month.js';
import { env } from './env.js';
import { formatDate } from './format-date.js';
import { formatIpv4 } from './format-ipv4.js';
import { isLeapYear } from './is-leap-year.js';
import { now } from './now.js';
import { parseDate } from './parse-date.js';
import { parseIpv4 } from './parse-ipv4.js';
import { random } from './random.js';
import { uuid } from './uuid.js';
import { weekday } from './weekday.js';

/** In the order of the catalog. */
export const system: readonly Monomer[] = [
  isLeapYear,
  daysInMonth,
  daysFromCivil,
  civilFromDays,
  weekday,
  addMonths,
  parseDate,
  formatDate,
  parseIpv4,
  formatIpv4,
  cidrContains,
  compareSemver,
  now,
  random,
  uuid,
  env,
];
