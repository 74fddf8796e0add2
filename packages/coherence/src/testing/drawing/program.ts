import { apply, BOOLEAN, between, block, boundBy, holds, integer, isInteger, literal, named, widest, wire } from './build.js';
import { Drawing, type DrawnNames } from './drawing.js';
import { callOf } from './forms.js';
import {
  drawBoards,
  drawBytes,
  drawClosed,
  drawLoops,
  drawPairs,
  drawRecords,
  drawRounded,
  drawRows,
  drawTables,
  drawTexts,
} from './fragments.js';
import { casesGoal, type DrawGoal, drawMachine, exhaustionGoal, linearGoal, roundsGoal, solverGoal, tablesGoal } from './goals.js';
import type { Random } from './random.js';
import { fieldWire } from './records.js';
import { CLOSED } from './texts.js';
import {
  type Component,
  type DrawnExpression,
  type DrawnName,
  type DrawnProgram,
  type DrawnType,
  type DrawnWire,
  distinct,
} from './tree.js';
import { numberType, singleType, smallType, wideType, wireType } from './types.js';

/**
 * The layers that close a program, by the name of their evidence. Each generated program is made for one layer, and often needs
 * it.
 */
export const LAYERS = ['analysis', 'linear', 'cases', 'exhaustion', 'smt'] as const;
export type Layer = (typeof LAYERS)[number];

const GOALS: Readonly<Record<Layer, readonly DrawGoal[]>> = {
  analysis: [],
  linear: [linearGoal, linearGoal, linearGoal, roundsGoal],
  cases: [casesGoal],
  exhaustion: [exhaustionGoal],
  smt: [solverGoal, solverGoal, solverGoal, tablesGoal],
};

/** The depth and the maximal number of wires. Most programs are small, so that many can be tried. */
const SIZES = [1, 1, 1, 1, 2, 3] as const;

/** Generates a program for a layer: small enough to run all inputs, or too large for that. */
export function drawProgram(random: Random, layer: Layer): DrawnProgram {
  const drawing = new Drawing(random);
  const size = random.pick(SIZES);
  const inputs = drawInputs(drawing, layer, size);
  const components = random.oneIn(2) ? [] : Array.from({ length: 1 + random.below(2) }, () => drawComponent(drawing, Math.min(size, 2)));
  const wires: DrawnWire[] = [];
  const scope = (): DrawnNames => [...inputs, ...wires.flatMap(boundBy)];
  for (const component of components) if (!random.oneIn(3)) wires.push(called(drawing, callOf(drawing, component, inputs, 1)));
  for (let count = 1 + random.below(size); count > 0; count -= 1) wires.push(drawWire(drawing, scope(), size));
  const fragments = random.below(2 * size);
  for (let count = fragments; count > 0; count -= 2) wires.push(...drawFragment(drawing, inputs, scope()));
  const newer = random.oneIn(4) ? [] : drawNewer(drawing, layer, inputs, scope());
  wires.push(...newer);
  const goals = GOALS[layer];
  if (goals.length > 0) {
    const goal = random.pick(goals)(drawing, inputs);
    if (goal !== null) wires.splice(random.below(wires.length + 1), 0, wire(drawing.fresh('g'), goal));
  }
  for (const input of inputs.filter(({ name }) => name === LONG_INPUT))
    wires.push(wire(drawing.fresh('w'), apply(between(0n, 65_536n), 'LENGTH', named(input))));
  const result = drawing.of(random.pick([between(-100n, 100n), BOOLEAN, ...drawing.enumerations]), scope(), Math.min(size, 2));
  const seen = newer.flatMap(boundBy);
  const outputs: DrawnName[] = [
    { name: 'out', type: result.type },
    ...inputs.map(({ name, type }) => ({ name: `echo_${name}`, type })),
    ...seen.map(({ name, type }) => ({ name: `seen_${name}`, type: widest(type) })),
  ];
  wires.push(
    wire('out', result),
    ...inputs.map((input) => wire(`echo_${input.name}`, named(input))),
    ...seen.map((each) => wire(`seen_${each.name}`, named(each))),
  );
  const ensures = drawEnsures(drawing, scope());
  const states = layer === 'linear' && random.oneIn(3) ? drawMachine(drawing, inputs) : null;
  if (states !== null) {
    wires.push(states.machine);
    ensures.push(states.promise);
  }
  return distinct({ components: drawing.components, inputs, outputs, requires: drawRequires(drawing, inputs), wires, ensures });
}

/** The input that is a long list with few possible values. */
const LONG_INPUT = 'xs';

function drawInputs(drawing: Drawing, layer: Layer, size: number): DrawnName[] {
  const { random } = drawing;
  const numbers: DrawnName[] =
    layer === 'analysis' ? [] : (layer === 'linear' ? ['n', 'm'] : ['n']).map((name) => ({ name, type: numberType(random, layer) }));
  const isSmall = layer === 'exhaustion';
  if (isSmall && random.oneIn(2)) return [{ name: LONG_INPUT, type: singleType(drawing) }, ...numbers];
  const others = Array.from({ length: 1 + random.below(isSmall ? 2 : size) }, (_, index): DrawnName => {
    return { name: `x${index}`, type: isSmall ? smallType(drawing) : wideType(drawing) };
  });
  return [...others, ...numbers];
}

/** Binds the result of a call to a name, or the fields of a record result to names. */
function called(drawing: Drawing, call: DrawnExpression): DrawnWire {
  return call.type.kind === 'record' && !drawing.random.oneIn(3) ? fieldWire(drawing, call) : wire(drawing.fresh('w'), call);
}

function drawWire(drawing: Drawing, scope: DrawnNames, depth: number): DrawnWire {
  const type = wireType(drawing);
  return wire(drawing.fresh('w'), drawing.of(type, scope, depth), drawing.random.oneIn(4) ? type : null);
}

/** Generates wires of a form that was once proven wrongly; one of them adds its own input. */
function drawFragment(drawing: Drawing, inputs: DrawnName[], scope: DrawnNames): readonly DrawnWire[] {
  switch (drawing.random.below(8)) {
    case 0:
    case 1:
    case 2:
      return drawLoops(drawing, scope);
    case 3:
    case 4:
      return drawTables(drawing, scope);
    case 5:
    case 6:
      return drawBoards(drawing, scope);
    default: {
      const byte: DrawnName = { name: drawing.fresh('octet'), type: { kind: 'bytes', lo: 1, hi: 1 } };
      inputs.push(byte);
      return [drawBytes(drawing, byte, scope)];
    }
  }
}

/** Generates wires of one of the newer forms. Inputs of a closed domain have too many values to run all. */
function drawNewer(drawing: Drawing, layer: Layer, inputs: DrawnName[], scope: DrawnNames): readonly DrawnWire[] {
  switch (drawing.random.below(layer === 'exhaustion' ? 7 : 9)) {
    case 0:
    case 1:
      return drawTexts(drawing, scope);
    case 2:
    case 3:
      return drawRecords(drawing, scope);
    case 4:
      return drawRows(drawing, scope);
    case 5:
      return drawPairs(drawing, scope);
    case 6:
      return drawRounded(drawing, scope);
    default: {
      const text: DrawnName = { name: drawing.fresh('text'), type: drawing.random.pick(CLOSED) };
      inputs.push(text);
      return drawClosed(drawing, text, scope);
    }
  }
}

function drawRequires(drawing: Drawing, inputs: DrawnNames): readonly DrawnExpression[] {
  const { random } = drawing;
  const integers = inputs.map(named).filter(isInteger);
  const [first, second] = integers;
  if (first === undefined || !random.oneIn(3)) return [];
  if (second !== undefined && first.type.lo <= second.type.hi && random.oneIn(2)) return [holds('LE', first, second)];
  return first.type.lo === first.type.hi ? [] : [holds('NE', first, integer(random.within(first.type.lo, first.type.hi)))];
}

/** Generates contracts that follow from the types of wires. */
function drawEnsures(drawing: Drawing, scope: DrawnNames): DrawnExpression[] {
  const integers = scope.map(named).filter(isInteger);
  if (integers.length === 0 || !drawing.random.oneIn(3)) return [];
  const one = drawing.random.pick(integers);
  return [drawing.random.oneIn(2) ? holds('GE', one, integer(one.type.lo)) : holds('LE', one, integer(one.type.hi))];
}

/** A component result with several fields. */
const SEVERAL: DrawnType = {
  kind: 'record',
  fields: [
    { name: 'quotient', type: between(0n, 9n) },
    { name: 'rest', type: between(-9n, 9n) },
  ],
};

/** Generates a component of two or three parameters. Some have a require and an ensure, some a goal that only runs prove. */
function drawComponent(drawing: Drawing, depth: number): Component {
  const { random, enumerations } = drawing;
  const lo = random.within(-5n, 0n);
  const number = between(lo, lo + random.within(5n, 20n));
  const others = random.oneIn(2) ? [] : [{ name: 'r', type: random.pick<DrawnType>([BOOLEAN, ...enumerations]) }];
  const parameters: DrawnName[] = [{ name: 'p', type: number }, { name: 'q', type: number }, ...others];
  const result = random.pick<DrawnType>([between(-100n, 100n), between(0n, 9n), BOOLEAN, SEVERAL, ...enumerations]);
  const [p, q] = parameters.map(named);
  const requires = p !== undefined && q !== undefined && random.oneIn(2) ? [holds('LE', p, q)] : [];
  const body = drawing.block(result, parameters, depth);
  const goal = random.oneIn(3) ? exhaustionGoal(drawing, parameters) : null;
  const wires = goal === null ? body.wires : [...body.wires, wire(drawing.fresh('g'), goal)];
  const ensures =
    result.kind === 'integer' && random.oneIn(2)
      ? [holds('LE', { type: result, form: 'name', name: 'result' }, literal(result, result.hi))]
      : [];
  const component: Component = { name: drawing.fresh('part'), parameters, requires, body: block(body.result, ...wires), ensures, result };
  drawing.components.push(component);
  return component;
}
