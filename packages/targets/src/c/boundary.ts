import { ALL_CHARACTERS, type Domain, INT64_MAX, INT64_MIN, type Int, typeOf } from '@kirchhoff/coherence';
import { widthOfPort } from '../plan/widths.js';
import { hasLength, isTextIn } from './domains.js';
import { betweenInType, type CExpression, call, compared, connected, integer, isTrue, member, narrow, not, primary } from './expression.js';
import { type Shared, string } from './literal.js';
import type { CTypes } from './types.js';

/** The checks of inputs. A host may give every value that a C type has: an enumeration is an integer, a text any bytes. */

/** Returns the statements that check a port, in the function of the circuit. */
export function readingOfPort(shared: Shared, domain: Domain, value: string, port: string): readonly string[] {
  if (isCompound(domain)) {
    const checker = checkerOf(shared, domain);
    if (checker === null) return [];
    shared.runtime.use('kir_place');
    return [
      `if (!${checker}(&${value}, &(kir_place){.name = ${string(port)}}, error)) {`,
      `  return ${shared.types.prefix.toUpperCase()}_DOMAIN_ERROR;`,
      '}',
    ];
  }
  const given = widthOfPort(domain) === 32 ? narrow(primary(value)) : primary(value);
  const refusal = refusalOf(shared, domain, given);
  if (refusal === null) return [];
  const refuse = `${shared.runtime.use('kir_refuse')}(error, ${string(port)}, ${string(refusal.expected)})`;
  return [`if (${refusal.isWrong.text}) {`, `  return ${refuse};`, '}'];
}

/** Returns the longest path of a domain. */
export function pathLength(domain: Domain, known: Map<Domain, number> = new Map()): number {
  const found = known.get(domain);
  if (found !== undefined) return found;
  const length = longestPath(domain, known);
  known.set(domain, length);
  return length;
}

function longestPath(domain: Domain, known: Map<Domain, number>): number {
  switch (domain.kind) {
    case 'list':
      return domain.hi === 0 ? 0 : `[${domain.hi - 1}]`.length + pathLength(domain.element, known);
    case 'record':
      return domain.fields.reduce((most, field) => Math.max(most, 1 + field.name.length + pathLength(field.domain, known)), 0);
    case 'option':
      return (domain.value.kind === 'option' ? '.some'.length : 0) + pathLength(domain.value, known);
    default:
      return 0;
  }
}

function isCompound(domain: Domain): boolean {
  if (domain.kind === 'option') return domain.value.kind === 'option' || isCompound(domain.value);
  return domain.kind === 'list' || domain.kind === 'record';
}

/** Returns the condition that a value lies outside a domain without parts, and what was expected; null if there is none. */
function refusalOf(
  shared: Shared,
  domain: Domain,
  value: CExpression,
): { readonly isWrong: CExpression; readonly expected: string } | null {
  switch (domain.kind) {
    case 'integer': {
      const isIn = betweenInType(domain.lo, value, domain.hi);
      return isTrue(isIn) ? null : { isWrong: not(isIn), expected: `expected an integer ${boundsOf(domain)}` };
    }
    case 'boolean':
      return null;
    case 'enumeration': {
      const last = shared.types.tagOf(domain, domain.tags.at(-1) ?? '');
      const listed = domain.tags.slice(0, LISTED).join(', ');
      const expected = `expected one of ${listed}${domain.tags.length > LISTED ? ', ...' : ''}`;
      return { isWrong: primary(`(unsigned)${value.text} > ${last}`), expected };
    }
    case 'text': {
      const { lo, hi, characters, form } = domain;
      const isText = call(shared.runtime.use('kir_is_text'), value);
      const isWrong = connected(not(isText), 'or', not(isTextIn(shared, domain, value)));
      if (form !== null) return { isWrong, expected: `expected ${form} in its one spelling` };
      const expected = `expected a text of ${lo} to ${hi} code points`;
      return { isWrong, expected: characters === ALL_CHARACTERS ? expected : `${expected} of its characters` };
    }
    case 'bytes':
      return {
        isWrong: isNoSequence(domain, member(value, 'data'), member(value, 'size')),
        expected: `expected ${domain.lo} to ${domain.hi} bytes`,
      };
    case 'option': {
      const content = shared.types.partOf(typeOf(domain), null, member(value, 'value'));
      const refusal = refusalOf(shared, domain.value, content);
      if (refusal === null) return null;
      const isWrong = connected(member(value, 'is_some'), 'and', refusal.isWrong);
      return { isWrong, expected: `${refusal.expected}, or none` };
    }
    case 'list':
    case 'record':
      throw new Error(`a ${domain.kind} has parts`);
  }
}

/** Returns the condition that a sequence has another length, or no elements although it has a length: a pointer may be NULL. */
function isNoSequence(domain: { readonly lo: number; readonly hi: number }, elements: CExpression, length: CExpression): CExpression {
  const isOfOtherLength = not(hasLength(domain, length));
  if (domain.hi === 0) return isOfOtherLength;
  const isAbsent = compared(elements, '==', primary('NULL'));
  return connected(isOfOtherLength, 'or', domain.lo > 0 ? isAbsent : connected(isAbsent, 'and', compared(length, '>', integer(0))));
}

function boundsOf({ lo, hi }: { readonly lo: Int; readonly hi: Int }): string {
  return lo === INT64_MIN && hi === INT64_MAX ? 'of 64 bits' : `from ${lo} to ${hi}`;
}

/** Limit for the tags that a message lists. */
const LISTED = 12;

/** Returns the name of the function that checks a value with parts; null if there is nothing to check. */
function checkerOf(shared: Shared, domain: Domain): string | null {
  const body = bodyOf(shared, domain);
  if (body === null) return null;
  const { runtime, types } = shared;
  return runtime.declare(domain, 'kir_check_', (name) => {
    runtime.use('kir_refuse_at');
    const head = `static bool ${name}(const ${types.nameOf(typeOf(domain))} *value, const kir_place *place, ${types.prefix}_error *error) {`;
    return [head, ...body().map((line) => (line === '' ? '' : `  ${line}`)), '  return true;', '}'].join('\n');
  });
}

/** Returns the statements that check a part of the checked value, `place` in its function. */
function partOf(shared: Shared, domain: Domain, value: CExpression, place: string, head: readonly string[]): readonly string[] {
  if (isCompound(domain)) {
    const checker = checkerOf(shared, domain);
    if (checker === null) return [];
    return [...head, `if (!${checker}(&${value.text}, ${place}, error)) {`, '  return false;', '}'];
  }
  const refusal = refusalOf(shared, domain, value);
  if (refusal === null) return [];
  return [...head, `if (${refusal.isWrong.text}) {`, `  return kir_refuse_at(error, ${place}, ${string(refusal.expected)});`, '}'];
}

/** Returns the writer of a checking function's body; null if every value of the type is accepted. */
function bodyOf(shared: Shared, domain: Domain): (() => readonly string[]) | null {
  if (!hasChecks(shared.types, domain, primary('value'))) return null;
  return () => linesOf(shared, domain);
}

function linesOf(shared: Shared, domain: Domain): readonly string[] {
  const type = typeOf(domain);
  switch (domain.kind) {
    case 'list': {
      const { lo, hi, element } = domain;
      const item = shared.types.partOf(type, null, primary('value->items[i]'));
      const isWrong = isNoSequence(domain, primary('value->items'), primary('value->count'));
      const part = partOf(shared, element, item, '&here', ['const kir_place here = {.around = place, .index = i};']);
      const loop = ['for (size_t i = 0; i < value->count; i++) {', ...part.map((line) => `  ${line}`), '}'];
      return [
        `if (${isWrong.text}) {`,
        `  return kir_refuse_at(error, place, ${string(`expected ${lo} to ${hi} elements`)});`,
        '}',
        ...(part.length === 0 ? [] : loop),
      ];
    }
    case 'record': {
      const { fields } = shared.types.recordOf(type);
      return domain.fields.flatMap((field, index) => {
        const here = `place_${index + 1}`;
        const value = shared.types.partOf(type, field.name, primary(`value->${fields.get(field.name)}`));
        return partOf(shared, field.domain, value, `&${here}`, [
          `const kir_place ${here} = {.around = place, .name = ${string(field.name)}};`,
        ]);
      });
    }
    case 'option': {
      const isNested = domain.value.kind === 'option';
      const head = isNested ? ['const kir_place here = {.around = place, .name = "some"};'] : [];
      const value = shared.types.partOf(type, null, primary('value->value'));
      const lines = partOf(shared, domain.value, value, isNested ? '&here' : 'place', head);
      return ['if (value->is_some) {', ...lines.map((line) => `  ${line}`), '}'];
    }
    default:
      throw new Error(`a ${domain.kind} has no parts`);
  }
}

/** Returns true if some value of the C type lies outside the domain. `value`: one of them. */
function hasChecks(types: CTypes, domain: Domain, value: CExpression): boolean {
  const part = (field: string | null) => types.partOf(typeOf(domain), field, value);
  switch (domain.kind) {
    case 'boolean':
      return false;
    case 'integer':
      return !isTrue(betweenInType(domain.lo, value, domain.hi));
    case 'option':
      return hasChecks(types, domain.value, part(null));
    case 'record':
      return domain.fields.some((field) => hasChecks(types, field.domain, part(field.name)));
    case 'list':
    case 'text':
    case 'bytes':
    case 'enumeration':
      return true;
  }
}
