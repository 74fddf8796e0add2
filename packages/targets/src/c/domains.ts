import {
  type AbstractValue,
  ALL_CHARACTERS,
  type Characters,
  type Domain,
  maximum,
  minimum,
  type TextForm,
  typeOf,
} from '@kirchhoff/coherence';
import {
  all,
  between,
  betweenInType,
  type CExpression,
  call,
  compared,
  connected,
  integer,
  isTrue,
  member,
  not,
  primary,
  TRUE,
} from './expression.js';
import { rows, type Shared } from './literal.js';
import { ranged } from './monomers/emission.js';
import type { RuntimePiece } from './runtime/pieces.js';
import type { CTypes } from './types.js';

const TESTS = {
  hostname: 'kir_is_hostname',
  ipv4: 'kir_is_ipv4',
  ipv6: 'kir_is_ipv6',
  path: 'kir_is_path',
} as const satisfies Record<TextForm, RuntimePiece>;

/**
 * Returns the condition that a value of the domain's type lies in the domain; `true` if every value does. The value's expression is
 * short, since it may be repeated. `range`: what is known of the value.
 */
export function isInDomain(shared: Shared, domain: Domain, value: CExpression, range: AbstractValue | null): CExpression {
  switch (domain.kind) {
    case 'integer': {
      const known = range?.kind === 'integer' ? range.ranges : null;
      const lo = known !== null && known.reduce(minimum) >= domain.lo ? null : domain.lo;
      const hi = known !== null && known.reduce(maximum) <= domain.hi ? null : domain.hi;
      return betweenInType(lo, range === null ? value : ranged(value, range), hi);
    }
    case 'boolean':
    case 'enumeration':
      return TRUE;
    case 'text':
      return isTextIn(shared, domain, value);
    case 'bytes':
      return hasLength(domain, member(value, 'size'));
    case 'list':
      return declared(shared, domain, value, 'kir_in_list_', () => {
        const element = shared.types.partOf(typeOf(domain), null, primary('value.items[i]'));
        const isIn = isInDomain(shared, domain.element, element, null);
        const isSized = hasLength(domain, primary('value.count'));
        if (isTrue(isIn)) return `  return ${isSized.text};\n`;
        return `  if (${not(isSized).text}) {
    return false;
  }
  for (size_t i = 0; i < value.count; i++) {
    if (${not(isIn).text}) {
      return false;
    }
  }
  return true;
`;
      });
    case 'record':
      return declared(shared, domain, value, 'kir_in_record_', () => {
        const type = typeOf(domain);
        const { fields } = shared.types.recordOf(type);
        const conditions = domain.fields.map((field) => {
          const own = member(primary('value'), fields.get(field.name) ?? field.name);
          const each = shared.types.partOf(type, field.name, own);
          const condition = isInDomain(shared, field.domain, each, null);
          return isTrue(condition) ? '' : `  if (${not(condition).text}) {\n    return false;\n  }\n`;
        });
        return `${conditions.join('')}  return true;\n`;
      });
    case 'option':
      return declared(shared, domain, value, 'kir_in_option_', () => {
        const inner = shared.types.partOf(typeOf(domain), null, primary('value.value'));
        const content = isInDomain(shared, domain.value, inner, null);
        return `  return ${connected(not(primary('value.is_some')), 'or', content).text};\n`;
      });
  }
}

/** Returns true if every value of the domain's type lies in the domain. `value`: one of them. */
function holdsItsType(types: CTypes, domain: Domain, value: CExpression): boolean {
  const part = (field: string | null) => types.partOf(typeOf(domain), field, value);
  switch (domain.kind) {
    case 'boolean':
    case 'enumeration':
      return true;
    case 'option':
      return holdsItsType(types, domain.value, part(null));
    case 'record':
      return domain.fields.every((field) => holdsItsType(types, field.domain, part(field.name)));
    case 'integer':
      return isTrue(betweenInType(domain.lo, value, domain.hi));
    case 'text':
    case 'bytes':
    case 'list':
      return false;
  }
}

/** Returns a call of the function that checks a compound value. The function's text is written once, not at each check. */
function declared(shared: Shared, domain: Domain, value: CExpression, prefix: string, body: () => string): CExpression {
  if (holdsItsType(shared.types, domain, value)) return TRUE;
  const type = shared.types.nameOf(typeOf(domain));
  const name = shared.runtime.declare(domain, prefix, (own) => `static bool ${own}(${type} value) {\n${body()}}`);
  return call(name, value);
}

/** Returns the condition that a well-formed text lies in the domain. */
export function isTextIn(shared: Shared, domain: Extract<Domain, { kind: 'text' }>, value: CExpression): CExpression {
  const { lo, hi, characters, form } = domain;
  if (form !== null) return call(shared.runtime.use(TESTS[form]), value);
  const isSized = declaredLength(shared, lo, hi, value);
  return characters === ALL_CHARACTERS ? isSized : all([isSized, matches(shared, characters, value)]);
}

/** The length is computed once. */
function declaredLength({ runtime }: Shared, lo: number, hi: number, value: CExpression): CExpression {
  const length = call(runtime.use('kir_length'), value);
  if (lo === 0) return compared(length, '<=', integer(hi));
  if (lo === hi) return compared(length, '==', integer(hi));
  return call(runtime.use('kir_is_between'), integer(lo), length, integer(hi));
}

export function hasLength({ lo, hi }: { readonly lo: number; readonly hi: number }, count: CExpression): CExpression {
  return between(lo === 0 ? null : lo, count, hi);
}

/** Returns the condition that a text has only these characters. */
function matches({ runtime }: Shared, characters: Characters, value: CExpression): CExpression {
  const table = runtime.table('uint32_t', rows(characters.map((end) => `0x${Number(end).toString(16)}`)));
  return call(runtime.use('kir_has_only'), value, primary(table), integer(characters.length));
}
