import { type AbstractValue, ALL_CHARACTERS, type Domain, maximum, minimum, type TextDomain, typeOf } from '@kirchhoff/coherence';
import { all, TRUE, type Wat, watText } from './assembler/wat.js';
import { contentOf, elementOf, load, SLOT, shiftOf, stackType } from './layout.js';
import { between, i32 } from './monomers/emission.js';
import type { Shared } from './shared.js';

/**
 * A value of the program itself, of which the type is known; or one from outside, of which nothing is known, and whose texts are
 * completed.
 */
type Origin = 'in' | 'admit';

/**
 * Returns the condition that a value lies in the domain; `TRUE` if every value does. The value's expression is short, since it may
 * be repeated. `range`: what is known of the value.
 */
export function isInDomain(shared: Shared, domain: Domain, value: Wat, range: AbstractValue | null): Wat {
  return test(shared, domain, value, range, 'in');
}

/** Returns the condition that a value from outside lies in the domain. */
export function isAdmitted(shared: Shared, domain: Domain, value: Wat): Wat {
  return test(shared, domain, value, null, 'admit');
}

function test(shared: Shared, domain: Domain, value: Wat, range: AbstractValue | null, origin: Origin): Wat {
  switch (domain.kind) {
    case 'integer': {
      const known = range?.kind === 'integer' ? range.ranges : null;
      const lo = known !== null && known.reduce(minimum) >= domain.lo ? null : domain.lo;
      const hi = known !== null && known.reduce(maximum) <= domain.hi ? null : domain.hi;
      return between(lo, value, hi);
    }
    case 'boolean':
      return origin === 'in' ? TRUE : ['i32.lt_u', value, i32(2)];
    case 'enumeration':
      // A value of the type has one of its tags, and the domain has the same.
      return origin === 'in' ? TRUE : ['i32.lt_u', value, i32(domain.tags.length)];
    case 'text': {
      const isText: Wat = isTextIn(shared, domain, value);
      return origin === 'in' ? isText : all([['call', '$admit_text', value], isText]);
    }
    case 'bytes':
      return hasLength(domain, ['i32.load', value]);
    case 'list':
    case 'record':
      return ['call', declared(shared, domain, origin), value];
    case 'option':
      return origin === 'in' && holdsItsType(domain) ? TRUE : ['call', declared(shared, domain, origin), value];
  }
}

function hasLength({ lo, hi }: { readonly lo: number; readonly hi: number }, length: Wat): Wat {
  if (lo === hi) return ['i32.eq', length, i32(lo)];
  return lo === 0 ? ['i32.le_u', length, i32(hi)] : ['i32.le_u', ['i32.sub', length, i32(lo)], i32(hi - lo)];
}

/** Returns true if every value of the domain's type lies in the domain. */
function holdsItsType(domain: Domain): boolean {
  return domain.kind === 'boolean' || domain.kind === 'enumeration' || (domain.kind === 'option' && holdsItsType(domain.value));
}

/** Returns the condition that a well-formed text lies in the domain. */
function isTextIn(shared: Shared, domain: TextDomain, value: Wat): Wat {
  if (domain.form !== null) return ['call', `$is_${domain.form}`, value];
  const isSized = hasLength(domain, ['i32.load', 'offset=4', value]);
  if (domain.characters === ALL_CHARACTERS) return isSized;
  const words = Uint32Array.from(domain.characters, Number);
  const table = i32(shared.data.place(new Uint8Array(words.buffer)));
  return all([isSized, ['call', '$has_characters', value, table, i32(words.length / 2)]]);
}

/** Returns true for a text domain that has more than bounds: only the module tests it. */
export function hasOwnTest({ form, characters }: TextDomain): boolean {
  return form !== null || characters !== ALL_CHARACTERS;
}

/** Returns the function that admits a text of the domain. */
export function textTest(shared: Shared, domain: TextDomain): string {
  return declared(shared, domain, 'admit');
}

const VALUE: Wat = ['local.get', '$value'];

/** Returns the text that leaves a test with 0 unless the condition holds. */
function unless(condition: Wat): string {
  return condition === TRUE ? '' : `(if (i32.eqz ${watText(condition)}) (then (return (i32.const 0))))`;
}

/** Returns the name of the function that tests a value of a domain. */
function declared(shared: Shared, domain: Domain, origin: Origin): string {
  return shared.forDomain(domain, origin, (name) => {
    const head = `(func ${name} (param $value ${stackType(typeOf(domain))}) (result i32)`;
    switch (domain.kind) {
      case 'list': {
        const type = typeOf(domain);
        const each = test(shared, domain.element, load(elementOf(type), ['local.get', '$at'], 8), null, origin);
        const isSized = unless(hasLength(domain, ['i32.load', VALUE]));
        if (each === TRUE) return `${head} ${isSized} (i32.const 1))`;
        return `${head} (local $at i32) (local $end i32) ${isSized}
          (local.set $at (local.get $value))
          (local.set $end (i32.add (local.get $at) (i32.shl (i32.load (local.get $value)) (i32.const ${shiftOf(type)}))))
          (block $done (loop $next
            (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
            ${unless(each)}
            (local.set $at (i32.add (local.get $at) (i32.const ${2 ** shiftOf(type)})))
            (br $next)))
          (i32.const 1))`;
      }
      case 'record': {
        const fields = domain.fields.map((field, index) => {
          return unless(test(shared, field.domain, load(typeOf(field.domain), VALUE, SLOT * index), null, origin));
        });
        return `${head} ${fields.join(' ')} (i32.const 1))`;
      }
      case 'option': {
        const content = test(shared, domain.value, contentOf(typeOf(domain), VALUE), null, origin);
        return `${head} (if (i32.eqz (local.get $value)) (then (return (i32.const 1)))) ${watText(content)})`;
      }
      default:
        return `${head} ${watText(test(shared, domain, VALUE, null, origin))})`;
    }
  });
}
