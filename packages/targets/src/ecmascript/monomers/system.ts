import type { MonomerName } from '@kirchhoff/coherence';
import { call, type JsExpression } from '../expression.js';
import { type Application, argument, compared, type Emission, isBetween, numberAt, piece } from './emission.js';

/** The first and the last day of the years 1 to 9999, in days since 1970-01-01. */
const FIRST_DAY = -719_162;
const LAST_DAY = 2_932_896;
const LAST_ADDRESS = 2 ** 32 - 1;

function isYear(application: Application): readonly JsExpression[] {
  return isBetween(argument(application, 0), 1, 9999);
}

function isMonth(application: Application): readonly JsExpression[] {
  return [...isYear(application), ...isBetween(argument(application, 1), 1, 12)];
}

function isDate(application: Application): readonly JsExpression[] {
  const month = [numberAt(application, 0), numberAt(application, 1)];
  const last = call(application.runtime.use('daysInMonth'), month, 'number');
  return [...isMonth(application), ...isBetween(argument(application, 2), 1, 31), compared(argument(application, 2), '<=', last)];
}

function isDay(application: Application): readonly JsExpression[] {
  return isBetween(argument(application, 0), FIRST_DAY, LAST_DAY);
}

function isAddress(application: Application, index: number): readonly JsExpression[] {
  return isBetween(argument(application, index), 0, LAST_ADDRESS);
}

/** The system family except the entropy sources, by name. */
export const SYSTEM = {
  IS_LEAP_YEAR: piece('isLeapYear', 'other', isYear),
  DAYS_IN_MONTH: piece('daysInMonth', 'number', isMonth),
  DAYS_FROM_CIVIL: piece('daysFromCivil', 'number', isDate),
  CIVIL_FROM_DAYS: piece('civilFromDays', 'other', isDay),
  WEEKDAY: piece('weekdayOf', 'number', isDay),
  ADD_MONTHS: piece('addMonths', 'other', isDay),
  PARSE_DATE: piece('parseDate', 'other'),
  FORMAT_DATE: piece('formatDate', 'other', isDay),
  PARSE_IPV4: piece('parseAddress', 'other'),
  FORMAT_IPV4: piece('formatAddress', 'other', (application) => isAddress(application, 0)),
  CIDR_CONTAINS: piece('isInNetwork', 'other', (application) => [
    ...isAddress(application, 0),
    ...isBetween(argument(application, 1), 0, 32),
    ...isAddress(application, 2),
  ]),
  COMPARE_SEMVER: piece('compareVersions', 'other'),
} satisfies Partial<Record<MonomerName, Emission>>;
