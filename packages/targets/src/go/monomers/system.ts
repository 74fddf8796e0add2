import { binary, call, type GoExpression, name, putInto, textOf } from '../expression.js';
import { type Application, argument, type Emissions, isBetween, type Needs, optionPiece, piece } from './emission.js';

/** The first and the last day of the years 1 to 9999, in days since 1970-01-01. */
const FIRST_DAY = -719_162;
const LAST_DAY = 2_932_896;
const LAST_ADDRESS = 2 ** 32 - 1;

const isYear: Needs = (a) => isBetween(a, 0, 1, 9999);
const isMonth: Needs = (a) => [...isYear(a), ...isBetween(a, 1, 1, 12)];
const isDay: Needs = (a) => isBetween(a, 0, FIRST_DAY, LAST_DAY);

const isDate: Needs = (a) => {
  const last = call(a.use('daysInMonth'), argument(a, 0), argument(a, 1));
  return [...isMonth(a), ...isBetween(a, 2, 1, 31), binary(argument(a, 2), '<=', last)];
};

/** The record of a date has the fields `day`, `month` and `year`. */
function civil(application: Application): GoExpression {
  const { types, result } = application;
  const { name: struct, fields } = types.recordOf(result, 'civil_date');
  application.use('dateOf');
  const own = types.function('civil', result, (named) => {
    const members = ['day', 'month', 'year'].map((field) => {
      return `${fields.get(field)}: ${textOf(putInto(types.widthInside(result, field), name(field)))}`;
    });
    return `func ${named}(days int64) ${struct} {\n\tyear, month, day := dateOf(days)\n\treturn ${struct}{${members.join(', ')}}\n}`;
  });
  return call(own, argument(application, 0));
}

/** The system family except the entropy sources, by name. */
export const SYSTEM = {
  IS_LEAP_YEAR: piece('isLeapYear', isYear),
  DAYS_IN_MONTH: piece('daysInMonth', isMonth),
  DAYS_FROM_CIVIL: piece('daysOf', isDate),
  CIVIL_FROM_DAYS: { needs: isDay, write: civil },
  WEEKDAY: piece('weekdayOf', isDay),
  ADD_MONTHS: optionPiece('addMonths', isDay),
  PARSE_DATE: optionPiece('parseDate'),
  FORMAT_DATE: piece('formatDate', isDay),
  PARSE_IPV4: optionPiece('parseAddress'),
  FORMAT_IPV4: piece('formatAddress', (a) => isBetween(a, 0, 0, LAST_ADDRESS)),
  CIDR_CONTAINS: piece('cidrContains', (a) => [
    ...isBetween(a, 0, 0, LAST_ADDRESS),
    ...isBetween(a, 1, 0, 32),
    ...isBetween(a, 2, 0, LAST_ADDRESS),
  ]),
  COMPARE_SEMVER: optionPiece('compareVersions'),
} satisfies Emissions;
