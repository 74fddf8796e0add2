import { binary, call, compared, integer, method, type PyExpression, primary } from '../expression.js';
import { type Application, argument, type Emissions, isBetween, type Needs, piece } from './emission.js';

/** The first and the last day of the years 1 to 9999, in days since 1970-01-01. */
const FIRST_DAY = -719_162;
const LAST_DAY = 2_932_896;
const LAST_ADDRESS = 2 ** 32 - 1;

const isYear: Needs = (a) => [isBetween(a, 0, 1, 9999)];
const isMonth: Needs = (a) => [...isYear(a), isBetween(a, 1, 1, 12)];
const isDay: Needs = (a) => [isBetween(a, 0, FIRST_DAY, LAST_DAY)];

const isDate: Needs = (a) => {
  const last = call(a.use('_days_in_month'), argument(a, 0), argument(a, 1));
  return [...isMonth(a), isBetween(a, 2, 1, 31), compared(argument(a, 2), '<=', last)];
};

function dateOf(application: Application): PyExpression {
  return call(application.use('_date_of'), argument(application, 0));
}

/** The record of a date has the fields `day`, `month` and `year`. */
function civil(application: Application): PyExpression {
  const { name } = application.types.recordOf(application.result, 'civil_date');
  return call(application.use('_civil_of'), dateOf(application), primary(name));
}

/** The system family except the entropy sources, by name. */
export const SYSTEM = {
  IS_LEAP_YEAR: piece('_is_leap_year', isYear),
  DAYS_IN_MONTH: piece('_days_in_month', isMonth),
  DAYS_FROM_CIVIL: piece('_days_of', isDate),
  CIVIL_FROM_DAYS: { needs: isDay, write: civil },
  WEEKDAY: { needs: isDay, write: (a) => method(dateOf(a), 'isoweekday') },
  ADD_MONTHS: piece('_add_months', isDay),
  PARSE_DATE: piece('_parse_date'),
  FORMAT_DATE: { needs: isDay, write: (a) => method(dateOf(a), 'isoformat') },
  PARSE_IPV4: piece('_parse_address'),
  FORMAT_IPV4: piece('_format_address', (a) => [isBetween(a, 0, 0, LAST_ADDRESS)]),
  CIDR_CONTAINS: {
    needs: (a) => [isBetween(a, 0, 0, LAST_ADDRESS), isBetween(a, 1, 0, 32), isBetween(a, 2, 0, LAST_ADDRESS)],
    write: (a) => {
      const hosts = binary(integer(32), '-', argument(a, 1), 'additive');
      const [network, address] = [argument(a, 0), argument(a, 2)].map((each) => binary(each, '>>', hosts, 'shift'));
      if (network === undefined || address === undefined) throw new RangeError('CIDR_CONTAINS without its arguments');
      return compared(network, '==', address);
    },
  },
  COMPARE_SEMVER: piece('_compare_versions'),
} satisfies Emissions;
