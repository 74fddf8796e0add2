import { literal } from '../drawing/build.js';
import type { TextType } from '../drawing/texts.js';
import {
  type DrawnBlock,
  type DrawnExpression,
  type DrawnProgram,
  type DrawnType,
  type DrawnValue,
  Optional,
  partsOf,
  replaceBlock,
  replaceExpression,
  walk,
} from '../drawing/tree.js';

/**
 * Returns a smaller program with the same property: parts are removed as long as it holds.
 *
 * @param holds The property; it is tested often.
 */
export async function minimise(
  program: DrawnProgram,
  holds: (smaller: DrawnProgram) => Promise<boolean>,
  most = 600,
): Promise<DrawnProgram> {
  let best = program;
  let asked = 0;
  for (let isBetter = true; isBetter; ) {
    isBetter = false;
    for (const smaller of smallerThan(best)) {
      asked += 1;
      if (asked > most) return best;
      if (!(await holds(smaller))) continue;
      best = smaller;
      isBetter = true;
      break;
    }
  }
  return best;
}

function* smallerThan(program: DrawnProgram): Generator<DrawnProgram> {
  const { wires, requires, ensures, components, outputs } = program;
  for (const output of outputs) {
    if (outputs.length > 1)
      yield { ...program, outputs: outputs.filter((each) => each !== output), wires: wires.filter(({ name }) => name !== output.name) };
  }
  for (const wire of wires) yield { ...program, wires: wires.filter((each) => each !== wire) };
  for (const require of requires) yield { ...program, requires: requires.filter((each) => each !== require) };
  for (const ensure of ensures) yield { ...program, ensures: ensures.filter((each) => each !== ensure) };
  for (const component of components) {
    yield { ...program, components: components.filter((each) => each !== component) };
    for (const ensure of component.ensures) {
      const less = { ...component, ensures: component.ensures.filter((each) => each !== ensure) };
      yield { ...program, components: components.map((each) => (each === component ? less : each)) };
    }
  }
  const parts: (DrawnExpression | DrawnBlock)[] = [];
  walk(program, (part) => parts.push(part));
  for (const part of parts) {
    if ('form' in part) for (const by of simpler(part)) yield replaceExpression(program, part, by);
    else {
      for (const wire of part.wires) yield replaceBlock(program, part, { ...part, wires: part.wires.filter((each) => each !== wire) });
    }
  }
}

function* simpler(part: DrawnExpression): Generator<DrawnExpression> {
  if (part.form === 'literal' || part.form === 'name') return;
  yield literal(part.type, someLeast(part.type));
  for (const inner of innerOf(part)) if (inner.type.kind === part.type.kind) yield inner;
  if (part.form === 'match' && part.arms.length > 1)
    for (const arm of part.arms) yield { ...part, arms: part.arms.filter((each) => each !== arm) };
}

function innerOf(part: DrawnExpression): readonly DrawnExpression[] {
  return partsOf(part).map((each) => ('form' in each.part ? each.part : each.part.result));
}

function someLeast(type: DrawnType): DrawnValue {
  switch (type.kind) {
    case 'integer':
      return type.lo <= 0n && type.hi >= 0n ? 0n : type.lo;
    case 'boolean':
      return false;
    case 'enumeration':
      return type.tags[0] ?? '';
    case 'text':
      return leastText(type);
    case 'bytes':
      return new Uint8Array(type.lo);
    case 'list':
      return Array.from({ length: Math.min(type.lo, 8) }, () => someLeast(type.element));
    case 'record':
      return new Map(type.fields.map((field) => [field.name, someLeast(field.type)]));
    case 'option':
      return new Optional(null);
  }
}

function leastText({ lo, of }: TextType): string {
  if (of !== undefined && 'some' in of) return of.some[0] ?? '';
  return (of?.letters[0] ?? 'a').repeat(lo);
}
