import { call, compared, type Form, type JavaExpression, method, primary } from '../expression.js';
import type { RuntimePiece } from '../runtime/pieces.js';
import { type Application, argument, type Emission, type Emissions, isBetween, type Needs, piece } from './emission.js';

/** The first and the last day of the years 1 to 9999, in days since 1970-01-01. */
const FIRST_DAY = -719_162;
const LAST_DAY = 2_932_896;
const LAST_ADDRESS = 2 ** 32 - 1;

const isYear: Needs = (a) => [isBetween(a, 0, 1, 9999)];
const isMonth: Needs = (a) => [...isYear(a), isBetween(a, 1, 1, 12)];
const isDay: Needs = (a) => [isBetween(a, 0, FIRST_DAY, LAST_DAY)];

const isDate: Needs = (a) => {
  const last = call(a.use('daysInMonth'), [argument(a, 0), argument(a, 1)], 'int');
  return [...isMonth(a), isBetween(a, 2, 1, 31), compared(argument(a, 2), '<=', last)];
};

function dateOf(application: Application): JavaExpression {
  return call(`${application.import('java.time.LocalDate')}.ofEpochDay`, [argument(application, 0)]);
}

/** The record of a date has the fields `day`, `month` and `year`. */
function civil(application: Application): JavaExpression {
  const { name } = application.types.recordOf(application.result.type, 'civil_date');
  const parts = ['getDayOfMonth', 'getMonthValue', 'getYear'].map((part) => method(dateOf(application), part, [], 'int'));
  return call(`new ${name}`, parts);
}

/** A source asks the host, which is a parameter. */
function asked(name: RuntimePiece, form: Form, needs?: Needs): Emission {
  const write: Emission['write'] = (a) => call(a.use(name), [primary('host'), ...a.args], form);
  return needs === undefined ? { write } : { write, needs };
}

/** The system family with the entropy sources, by name. */
export const SYSTEM = {
  IS_LEAP_YEAR: piece('isLeapYear', 'boolean', isYear),
  DAYS_IN_MONTH: piece('daysInMonth', 'int', isMonth),
  DAYS_FROM_CIVIL: piece('daysOf', 'long', isDate),
  CIVIL_FROM_DAYS: { needs: isDay, write: civil },
  WEEKDAY: {
    needs: isDay,
    write: (a) => method(primary(`${dateOf(a).text}.getDayOfWeek()`), 'getValue', [], 'int'),
  },
  ADD_MONTHS: piece('addMonths', 'other', isDay),
  PARSE_DATE: piece('parseDate', 'other'),
  FORMAT_DATE: { needs: isDay, write: (a) => method(dateOf(a), 'toString', []) },
  PARSE_IPV4: piece('parseAddress', 'other'),
  FORMAT_IPV4: piece('formatAddress', 'other', (a) => [isBetween(a, 0, 0, LAST_ADDRESS)]),
  CIDR_CONTAINS: {
    needs: (a) => [isBetween(a, 0, 0, LAST_ADDRESS), isBetween(a, 1, 0, 32), isBetween(a, 2, 0, LAST_ADDRESS)],
    write: (a) => call(a.use('isInNetwork'), a.args, 'boolean'),
  },
  COMPARE_SEMVER: piece('compareVersions', 'other'),
  NOW: asked('now', 'long'),
  RANDOM: asked('random', 'long', (a) => [compared(argument(a, 0), '<=', argument(a, 1))]),
  UUID: asked('uuid', 'other'),
  ENV: asked('variable', 'other'),
} satisfies Emissions;
