import { call, compared, primary } from '../expression.js';
import { argument, type Emissions, isBetween, making, type Needs, piece } from './emission.js';

/** The first and the last day of the years 1 to 9999, in days since 1970-01-01. */
const FIRST_DAY = -719_162;
const LAST_DAY = 2_932_896;
const LAST_ADDRESS = 2 ** 32 - 1;

const isYear: Needs = (a) => [isBetween(a, 0, 1, 9999)];
const isMonth: Needs = (a) => [...isYear(a), isBetween(a, 1, 1, 12)];
const isDay: Needs = (a) => [isBetween(a, 0, FIRST_DAY, LAST_DAY)];

const isDate: Needs = (a) => {
  const last = call(a.runtime.use('kir_days_in_month'), argument(a, 0), argument(a, 1));
  return [...isMonth(a), isBetween(a, 2, 1, 31), compared(argument(a, 2), '<=', last)];
};

/** The system family, by name. Entropy sources are never closed, and are compiled only if an open circuit is allowed. */
export const SYSTEM = {
  IS_LEAP_YEAR: piece('kir_is_leap_year', isYear),
  DAYS_IN_MONTH: piece('kir_days_in_month', isMonth),
  DAYS_FROM_CIVIL: piece('kir_days_of', isDate),
  CIVIL_FROM_DAYS: {
    needs: isDay,
    write: (a) => {
      const { name } = a.types.recordOf(a.result, 'civil_date');
      const members = ['day', 'month', 'year'].map((each) => {
        return `.${each} = ${a.types.storedIn(a.result, each, primary(`date.${each}`)).text}`;
      });
      a.runtime.use('kir_date_of');
      a.runtime.custom(
        'kir_civil_of',
        () => `static ${name} kir_civil_of(int64_t days) {
  const kir_date date = kir_date_of(days);
  return (${name}){${members.join(', ')}};
}`,
      );
      return call('kir_civil_of', argument(a, 0));
    },
  },
  WEEKDAY: piece('kir_weekday', isDay),
  ADD_MONTHS: piece('kir_add_months', isDay),
  PARSE_DATE: piece('kir_parse_date'),
  FORMAT_DATE: making('kir_format_date', isDay),
  PARSE_IPV4: piece('kir_parse_address'),
  FORMAT_IPV4: making('kir_format_address', (a) => [isBetween(a, 0, 0, LAST_ADDRESS)]),
  CIDR_CONTAINS: {
    needs: (a) => [isBetween(a, 0, 0, LAST_ADDRESS), isBetween(a, 1, 0, 32), isBetween(a, 2, 0, LAST_ADDRESS)],
    write: (a) => {
      a.runtime.custom(
        'kir_cidr_contains',
        () => `static bool kir_cidr_contains(int64_t network, int64_t prefix, int64_t address) {
  const int64_t hosts = 32 - prefix;
  return network >> hosts == address >> hosts;
}`,
      );
      return call('kir_cidr_contains', ...a.args);
    },
  },
  COMPARE_SEMVER: piece('kir_compare_versions'),
  NOW: making('kir_now'),
  RANDOM: making('kir_random', (a) => [compared(argument(a, 0), '<=', argument(a, 1))]),
  UUID: making('kir_uuid'),
  ENV: making('kir_env'),
} satisfies Emissions;
