import type { Type } from '@kirchhoff/coherence';
import { type Wat, watText } from './assembler/wat.js';
import { contentOf, elementOf, load, SLOT, shiftOf } from './layout.js';
import type { Shared } from './shared.js';

/** Returns the condition that two values of a type are equal. */
export function equal(shared: Shared, type: Type, a: Wat, b: Wat): Wat {
  switch (type.kind) {
    case 'integer':
      return ['i64.eq', a, b];
    case 'boolean':
    case 'enumeration':
      return ['i32.eq', a, b];
    case 'text':
    case 'bytes':
      return ['call', `$${type.kind}_equal`, a, b];
    case 'list':
    case 'record':
    case 'option':
      return ['call', equality(shared, type), a, b];
  }
}

const A: Wat = ['local.get', '$a'];
const B: Wat = ['local.get', '$b'];

/** Returns the name of the function that compares two compound values. The recursion follows the type. */
function equality(shared: Shared, type: Extract<Type, { kind: 'list' | 'record' | 'option' }>): string {
  return shared.forType(type, 'equal', (name) => {
    const head = `(func ${name} (param $a i32) (param $b i32) (result i32)`;
    const same = '(if (i32.eq (local.get $a) (local.get $b)) (then (return (i32.const 1))))';
    switch (type.kind) {
      case 'record': {
        const fields = type.fields.map((field, index) => {
          const [a, b] = [load(field.type, A, SLOT * index), load(field.type, B, SLOT * index)];
          return `(if (i32.eqz ${watText(equal(shared, field.type, a, b))}) (then (return (i32.const 0))))`;
        });
        return `${head} ${same} ${fields.join(' ')} (i32.const 1))`;
      }
      case 'option': {
        const both = '(if (i32.or (i32.eqz (local.get $a)) (i32.eqz (local.get $b))) (then (return (i32.const 0))))';
        return `${head} ${same} ${both} ${watText(equal(shared, type.value, contentOf(type, A), contentOf(type, B)))})`;
      }
      case 'list': {
        const element = elementOf(type);
        const bytes = 2 ** shiftOf(type);
        const differ = watText(equal(shared, element, load(element, A, 8), load(element, B, 8)));
        return `${head} (local $end i32) ${same}
          (if (i32.ne (i32.load (local.get $a)) (i32.load (local.get $b))) (then (return (i32.const 0))))
          (local.set $end (i32.add (local.get $a) (i32.shl (i32.load (local.get $a)) (i32.const ${shiftOf(type)}))))
          (block $done (loop $next
            (br_if $done (i32.ge_u (local.get $a) (local.get $end)))
            (if (i32.eqz ${differ}) (then (return (i32.const 0))))
            (local.set $a (i32.add (local.get $a) (i32.const ${bytes})))
            (local.set $b (i32.add (local.get $b) (i32.const ${bytes})))
            (br $next)))
          (i32.const 1))`;
      }
    }
  });
}

/** Returns the index of the first element of a list that equals a value, or -1, as an `i32`. */
export function indexOf(shared: Shared, sequence: Type, list: Wat, wanted: Wat): Wat {
  const element = elementOf(sequence);
  if (sequence.kind === 'bytes') return ['call', '$index_of_byte', list, wanted];
  switch (element.kind) {
    case 'integer':
    case 'text':
    case 'bytes':
      return ['call', `$index_of_${element.kind}`, list, wanted];
    case 'boolean':
    case 'enumeration':
      return ['call', '$index_of_word', list, wanted];
    case 'list':
    case 'record':
    case 'option': {
      const isSame = watText(equal(shared, element, load(element, ['local.get', '$at'], 8), ['local.get', '$wanted']));
      const name = shared.forType(element, 'index_of', (own) => {
        return `(func ${own} (param $list i32) (param $wanted i32) (result i32) (local $at i32) (local $end i32)
          (local.set $at (local.get $list))
          (local.set $end (i32.add (local.get $at) (i32.shl (i32.load (local.get $list)) (i32.const 2))))
          (block $done (loop $next
            (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
            (if ${isSame} (then (return (i32.shr_u (i32.sub (local.get $at) (local.get $list)) (i32.const 2)))))
            (local.set $at (i32.add (local.get $at) (i32.const 4)))
            (br $next)))
          (i32.const -1))`;
      });
      return ['call', name, list, wanted];
    }
  }
}
