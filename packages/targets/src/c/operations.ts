import { INTEGER, type Type } from '@kirchhoff/coherence';
import { type CExpression, call, compared, not, primary } from './expression.js';
import type { Shared } from './literal.js';
import { isScalar } from './types.js';

/** Operations on lists, records and options: a function for each type of value that a circuit uses them on. */

/** Returns the condition that two values of a type are equal. */
export function equal(shared: Shared, type: Type, left: CExpression, right: CExpression): CExpression {
  if (isScalar(type)) return compared(left, '==', right);
  if (type.kind === 'text') return call(shared.runtime.use('kir_equal_text'), left, right);
  return call(equalityOf(shared, type), left, right);
}

export function unequal(shared: Shared, type: Type, left: CExpression, right: CExpression): CExpression {
  return isScalar(type) ? compared(left, '!=', right) : not(equal(shared, type, left, right));
}

function equalityOf(shared: Shared, type: Type): string {
  const { runtime, types } = shared;
  const name = types.nameOf(type);
  return runtime.operation('equal', type, (own) => {
    const head = `static bool ${own}(${name} a, ${name} b) {\n`;
    switch (type.kind) {
      case 'bytes':
        runtime.header('string.h');
        return `${head}  return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);\n}`;
      case 'list': {
        const differ = unequal(shared, type.element, primary('a.items[i]'), primary('b.items[i]'));
        return `${head}  if (a.count != b.count) {
    return false;
  }
  for (size_t i = 0; i < a.count; i++) {
    if (${differ.text}) {
      return false;
    }
  }
  return true;
}`;
      }
      case 'option': {
        const same = equal(shared, type.value, primary('a.value'), primary('b.value'));
        return `${head}  return a.is_some == b.is_some && (!a.is_some || ${same.text});\n}`;
      }
      case 'record': {
        const { fields } = types.recordOf(type);
        const same = type.fields.map((field) => {
          const member = fields.get(field.name);
          return `  if (${unequal(shared, field.type, primary(`a.${member}`), primary(`b.${member}`)).text}) {\n    return false;\n  }\n`;
        });
        return `${head}${same.join('')}  return true;\n}`;
      }
      case 'integer':
      case 'boolean':
      case 'enumeration':
      case 'text':
        throw new Error(`${type.kind} needs no function`);
    }
  });
}

interface Sequence {
  /** The C type of the sequence and of its elements. */
  readonly name: string;
  readonly element: string;
  readonly elementType: Type;
  /** The C type of a value that is no element yet, and the cast that makes it one. */
  readonly given: string;
  readonly cast: '' | '(uint8_t)' | '(int32_t)';
  /** The members with the elements and their number. */
  readonly items: string;
  readonly count: string;
}

/** Returns the parts of a type that is a list, or bytes. */
export function sequenceOf({ types }: Shared, type: Type): Sequence {
  const name = types.nameOf(type);
  if (type.kind === 'bytes') {
    return { name, element: 'uint8_t', elementType: INTEGER, given: 'int64_t', cast: '(uint8_t)', items: 'data', count: 'size' };
  }
  if (type.kind !== 'list') throw new Error(`a ${type.kind} is no sequence`);
  const element = types.nameOfPart(type);
  const cast = types.widthOfPart(type) === 32 ? '(int32_t)' : '';
  return { name, element, elementType: type.element, given: types.nameOf(type.element), cast, items: 'items', count: 'count' };
}

function value({ items, count }: Sequence, name: string, data: string, length: string): string {
  return `(${name}){.${items} = ${data}, .${count} = ${length}}`;
}

/** A function of the runtime on one type of sequences. `write` returns its body; `signature`: its result and parameters. */
function onSequence(
  shared: Shared,
  operation: string,
  type: Type,
  write: (parts: Sequence) => { readonly result: string; readonly parameters: string; readonly body: string },
): string {
  const parts = sequenceOf(shared, type);
  return shared.runtime.operation(operation, type, (own) => {
    const { result, parameters, body } = write(parts);
    return `static ${result} ${own}(${parameters}) {\n${body}}`;
  });
}

export function getOr(shared: Shared, type: Type): string {
  return onSequence(shared, 'get_or', type, ({ name, given, items, count }) => ({
    result: given,
    parameters: `${name} xs, int64_t index, ${given} otherwise`,
    body: `  return index >= 0 && (uint64_t)index < xs.${count} ? xs.${items}[index] : otherwise;\n`,
  }));
}

export function withElement(shared: Shared, type: Type): string {
  shared.runtime.use('kir_copy');
  return onSequence(shared, 'with', type, (parts) => {
    const { name, element, given, cast, items, count } = parts;
    return {
      result: name,
      parameters: `kir_run *run, ${name} xs, int64_t index, ${given} value`,
      body: `  ${element} *copy = kir_copy(run, xs.${items}, xs.${count} * sizeof *copy);
  copy[index] = ${cast}value;
  return ${value(parts, name, 'copy', `xs.${count}`)};
`,
    };
  });
}

export function append(shared: Shared, type: Type): string {
  shared.runtime.use('kir_join');
  return onSequence(shared, 'append', type, (parts) => {
    const { name, element, given, cast, items, count } = parts;
    const own = element === 'uint8_t' ? 'byte' : 'element';
    return {
      result: name,
      parameters: `kir_run *run, ${name} xs, ${given} ${cast === '' ? 'value' : own}`,
      body: `${cast === '' ? '' : `  const ${element} value = ${cast}${own};\n`}  const ${element} *joined = kir_join(run, xs.${items}, xs.${count} * sizeof *joined, &value, sizeof value);
  return ${value(parts, name, 'joined', `xs.${count} + 1`)};
`,
    };
  });
}

export function join(shared: Shared, type: Type): string {
  shared.runtime.use('kir_join');
  return onSequence(shared, 'join', type, (parts) => {
    const { name, element, items, count } = parts;
    return {
      result: name,
      parameters: `kir_run *run, ${name} a, ${name} b`,
      body: `  const ${element} *joined = kir_join(run, a.${items}, a.${count} * sizeof *joined, b.${items}, b.${count} * sizeof *joined);
  return ${value(parts, name, 'joined', `a.${count} + b.${count}`)};
`,
    };
  });
}

/** A part of a sequence is not copied: values never change. */
export function slice(shared: Shared, type: Type): string {
  return onSequence(shared, 'slice', type, (parts) => {
    const { name, items } = parts;
    return {
      result: name,
      parameters: `${name} xs, int64_t from, int64_t to`,
      body: `  const size_t length = (size_t)(to - from);
  return ${value(parts, name, `length == 0 ? NULL : xs.${items} + from`, 'length')};
`,
    };
  });
}

export function take(shared: Shared, type: Type): string {
  return onSequence(shared, 'take', type, (parts) => {
    const { name, items, count } = parts;
    return {
      result: name,
      parameters: `${name} xs, int64_t length`,
      body: `  return ${value(parts, name, `xs.${items}`, `(uint64_t)length < xs.${count} ? (size_t)length : xs.${count}`)};\n`,
    };
  });
}

export function drop(shared: Shared, type: Type): string {
  return onSequence(shared, 'drop', type, (parts) => {
    const { name, items, count } = parts;
    return {
      result: name,
      parameters: `${name} xs, int64_t length`,
      body: `  if ((uint64_t)length >= xs.${count}) {
    return ${value(parts, name, 'NULL', '0')};
  }
  return ${value(parts, name, `xs.${items} + length`, `xs.${count} - (size_t)length`)};
`,
    };
  });
}

export function reverse(shared: Shared, type: Type): string {
  shared.runtime.use('kir_allocate');
  return onSequence(shared, 'reverse', type, (parts) => {
    const { name, element, items, count } = parts;
    return {
      result: name,
      parameters: `kir_run *run, ${name} xs`,
      body: `  ${element} *reversed = kir_allocate(run, xs.${count} * sizeof *reversed);
  for (size_t i = 0; i < xs.${count}; i++) {
    reversed[i] = xs.${items}[xs.${count} - 1 - i];
  }
  return ${value(parts, name, 'reversed', `xs.${count}`)};
`,
    };
  });
}

export function fill(shared: Shared, type: Type): string {
  shared.runtime.use('kir_allocate');
  return onSequence(shared, 'fill', type, (parts) => ({
    result: parts.name,
    parameters: `kir_run *run, int64_t count, ${parts.given} value`,
    body: `  ${parts.element} *items = kir_allocate(run, (size_t)count * sizeof *items);
  for (int64_t i = 0; i < count; i++) {
    items[i] = ${parts.cast}value;
  }
  return ${value(parts, parts.name, 'items', '(size_t)count')};
`,
  }));
}

/** Returns the function that gives the first index of a value, or -1. */
function indexOf(shared: Shared, type: Type): string {
  return onSequence(shared, 'index', type, ({ name, elementType, given, items, count }) => ({
    result: 'int64_t',
    parameters: `${name} xs, ${given} value`,
    body: `  for (size_t i = 0; i < xs.${count}; i++) {
    if (${equal(shared, elementType, primary(`xs.${items}[i]`), primary('value')).text}) {
      return (int64_t)i;
    }
  }
  return -1;
`,
  }));
}

export function find(shared: Shared, type: Type): string {
  const index = indexOf(shared, type);
  const optionType = { kind: 'option', value: INTEGER } as const;
  const option = shared.types.nameOf(optionType);
  const found = shared.types.storedIn(optionType, null, primary('index')).text;
  return onSequence(shared, 'find', type, ({ name, given }) => ({
    result: option,
    parameters: `${name} xs, ${given} value`,
    body: `  const int64_t index = ${index}(xs, value);
  return (${option}){.is_some = index >= 0, .value = ${found}};
`,
  }));
}

export function contains(shared: Shared, type: Type, xs: CExpression, wanted: CExpression): CExpression {
  return compared(call(indexOf(shared, type), xs, wanted), '>=', primary('0'));
}

export function sort(shared: Shared, type: Type): string {
  const { runtime } = shared;
  runtime.use('kir_copy');
  runtime.header('stdlib.h');
  const isText = type.kind === 'list' && type.element.kind === 'text';
  const order = isText ? `${runtime.use('kir_compare_text')}(*a, *b)` : '(*a > *b) - (*a < *b)';
  const compare = onSequence(shared, 'order', type, ({ element }) => ({
    result: 'int',
    parameters: 'const void *left, const void *right',
    body: `  const ${element} *a = left, *b = right;\n  return ${order};\n`,
  }));
  return onSequence(shared, 'sort', type, (parts) => ({
    result: parts.name,
    parameters: `kir_run *run, ${parts.name} xs`,
    body: `  ${parts.element} *sorted = kir_copy(run, xs.items, xs.count * sizeof *sorted);
  if (xs.count > 1) {
    qsort(sorted, xs.count, sizeof *sorted, ${compare});
  }
  return ${value(parts, parts.name, 'sorted', 'xs.count')};
`,
  }));
}

/** Partial sums may exceed 64 bits, though the whole sum does not. */
export function sum(shared: Shared, type: Type): string {
  return onSequence(shared, 'sum', type, ({ name, items, count }) => ({
    result: 'int64_t',
    parameters: `${name} xs`,
    body: `  uint64_t sum = 0;
  for (size_t i = 0; i < xs.${count}; i++) {
    sum += (uint64_t)xs.${items}[i];
  }
  return (int64_t)sum;
`,
  }));
}

export function sumFits(shared: Shared, type: Type): string {
  return onSequence(shared, 'sum_fits', type, ({ name, items, count }) => ({
    result: 'bool',
    parameters: `${name} xs`,
    body: `  // Halves of 32 bits: no list is so long that a sum of them exceeds 64 bits.
  int64_t high = 0, low = 0;
  for (size_t i = 0; i < xs.${count}; i++) {
    const int64_t half = (int64_t)((uint64_t)xs.${items}[i] & UINT32_MAX);
    high += (xs.${items}[i] - half) / (INT64_C(1) << 32);
    low += half;
  }
  high += low / (INT64_C(1) << 32);
  return high >= INT32_MIN && high <= INT32_MAX;
`,
  }));
}

export function range(shared: Shared, type: Type): string {
  shared.runtime.use('kir_allocate');
  return onSequence(shared, 'range', type, (parts) => ({
    result: parts.name,
    parameters: 'kir_run *run, int64_t lo, int64_t hi',
    body: `  const size_t count = lo > hi ? 0 : (size_t)(hi - lo) + 1;
  ${parts.element} *items = kir_allocate(run, count * sizeof *items);
  for (size_t i = 0; i < count; i++) {
    items[i] = ${parts.cast === '' ? 'lo + (int64_t)i' : `${parts.cast}(lo + (int64_t)i)`};
  }
  return ${value(parts, parts.name, 'items', 'count')};
`,
  }));
}

/** The pairs have the fields `a` and `b`. */
export function zip(shared: Shared, left: Type, right: Type, result: Type): string {
  shared.runtime.use('kir_allocate');
  const { types } = shared;
  const [a, b] = [partOfPair(shared, left, result, 'a'), partOfPair(shared, right, result, 'b')];
  return onSequence(shared, 'zip', result, (parts) => ({
    result: parts.name,
    parameters: `kir_run *run, ${types.nameOf(left)} a, ${types.nameOf(right)} b`,
    body: `  const size_t count = a.count < b.count ? a.count : b.count;
  ${parts.element} *items = kir_allocate(run, count * sizeof *items);
  for (size_t i = 0; i < count; i++) {
    items[i] = (${parts.element}){.a = ${a}, .b = ${b}};
  }
  return ${value(parts, parts.name, 'items', 'count')};
`,
  }));
}

/** Returns an element of a list as a field of a pair: one of them may be narrower. */
function partOfPair({ types }: Shared, list: Type, pairs: Type, field: 'a' | 'b'): string {
  const element = primary(`${field}.items[i]`);
  if (list.kind !== 'list' || pairs.kind !== 'list') throw new Error(`a ${list.kind} and a ${pairs.kind} are no lists`);
  return types.storedIn(pairs.element, field, types.partOf(list, null, element)).text;
}

/** Returns the function that gives the content of an option, or a default. */
export function orElse(shared: Shared, type: Type): string {
  if (type.kind !== 'option') throw new Error(`a ${type.kind} has no content`);
  const [name, content] = [shared.types.nameOf(type), shared.types.nameOf(type.value)];
  return shared.runtime.operation(
    'or_else',
    type,
    (own) => `static ${content} ${own}(${name} option, ${content} otherwise) {\n  return option.is_some ? option.value : otherwise;\n}`,
  );
}
