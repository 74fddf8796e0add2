import { binary, call, compared, integer } from '../expression.js';
import { type Emissions, isBetween, type Needs, optionPiece, piece } from './emission.js';

/** The first and the last day of the years 1 to 9999, in days since 1970-01-01. */
const FIRST_DAY = -719_162;
const LAST_DAY = 2_932_896;
const LAST_ADDRESS = 2 ** 32 - 1;

const isYear: Needs = (a) => [isBetween(a, 0, 1, 9999)];
const isMonth: Needs = (a) => [...isYear(a), isBetween(a, 1, 1, 12)];
const isDay: Needs = (a) => [isBetween(a, 0, FIRST_DAY, LAST_DAY)];

const isDate: Needs = (a) => {
  const last = call(a.use('days_in_month'), a.value(0), a.value(1));
  return [...isMonth(a), isBetween(a, 2, 1, null), compared(a.value(2), '<=', last)];
};

/** The system family except the entropy sources, by name. */
export const SYSTEM = {
  IS_LEAP_YEAR: piece('is_leap_year', isYear),
  DAYS_IN_MONTH: piece('days_in_month', isMonth),
  DAYS_FROM_CIVIL: piece('days_of', isDate),
  CIVIL_FROM_DAYS: {
    needs: isDay,
    write: (a) => call(`${a.types.dateOf(a.result)}::from`, call(a.use('civil_of'), a.value(0))),
  },
  WEEKDAY: piece('weekday', isDay),
  ADD_MONTHS: optionPiece('add_months', isDay),
  PARSE_DATE: optionPiece('parse_date'),
  FORMAT_DATE: piece('format_date', isDay),
  PARSE_IPV4: optionPiece('parse_ipv4'),
  FORMAT_IPV4: piece('format_ipv4', (a) => [isBetween(a, 0, 0, LAST_ADDRESS)]),
  CIDR_CONTAINS: {
    needs: (a) => [isBetween(a, 0, 0, LAST_ADDRESS), isBetween(a, 1, 0, 32), isBetween(a, 2, 0, LAST_ADDRESS)],
    // Two addresses differ only in the bits of the host.
    write: (a) => {
      const difference = binary(a.value(0), '^', a.value(2), 'bitXor');
      const hosts = binary(integer(32), '-', a.value(1), 'additive');
      return compared(binary(difference, '>>', hosts, 'shift'), '==', integer(0));
    },
  },
  COMPARE_SEMVER: optionPiece('compare_versions'),
} satisfies Emissions;
