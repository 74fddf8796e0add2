import type { Random } from './random.js';
import type { TextType } from './texts.js';
import { type DrawnType, type DrawnValue, Optional } from './tree.js';

const LETTERS = ['a', 'b', '-', '7', 'é', '🎉'] as const;
/** A longer sequence repeats one value. */
const MAX_DIFFERENT = 12;

/** Returns a value of a domain. The ends of ranges and lengths are more frequent than the rest. */
export function someValue(type: DrawnType, random: Random): DrawnValue {
  switch (type.kind) {
    case 'integer':
      return random.oneIn(4) ? random.pick([type.lo, type.hi]) : random.within(type.lo, type.hi);
    case 'boolean':
      return random.oneIn(2);
    case 'enumeration':
      return random.pick(type.tags);
    case 'text':
      return someText(type, random);
    case 'bytes':
      return Uint8Array.from(repeated(someLength(type, random), () => random.below(random.oneIn(2) ? 3 : 256)));
    case 'list':
      return repeated(someLength(type, random), () => someValue(type.element, random));
    case 'record':
      return new Map(type.fields.map((field) => [field.name, someValue(field.type, random)]));
    case 'option':
      return new Optional(random.oneIn(3) ? null : someValue(type.value, random));
  }
}

function someText(type: TextType, random: Random): string {
  const { of } = type;
  if (of !== undefined && 'some' in of) return random.pick(of.some);
  const letters = of?.letters ?? LETTERS;
  return repeated(someLength(type, random), () => random.pick(letters)).join('');
}

function someLength({ lo, hi }: { readonly lo: number; readonly hi: number }, random: Random): number {
  const most = random.oneIn(3) ? hi : Math.min(hi, lo + MAX_DIFFERENT);
  return random.oneIn(3) ? most : lo + random.below(most - lo + 1);
}

function repeated<T>(length: number, draw: () => T): readonly T[] {
  if (length <= MAX_DIFFERENT) return Array.from({ length }, draw);
  const one = draw();
  return Array.from({ length }, () => one);
}
