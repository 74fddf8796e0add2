import { inspect } from 'node:util';
import { someValue } from '../drawing/inputs.js';
import { interpret } from '../drawing/interpret.js';
import { drawProgram, LAYERS, type Layer } from '../drawing/program.js';
import { Random } from '../drawing/random.js';
import { type DrawnProgram, type DrawnValue, Optional } from '../drawing/tree.js';
import { write } from '../drawing/write.js';
import { minimise } from './minimise.js';
import { type Planted, Planting } from './plant.js';

/** A wrong verdict or a wrong result. */
export class Wrong extends Error {}

/** The engine under test. */
export interface EngineUnderTest {
  /** Returns the layers that close a program together; null if it is left open, `refused` if it is too costly. */
  closedBy(source: string): Promise<ReadonlySet<string> | 'refused' | null>;
  /** Returns true if every closure domain of a program is proven, without searching for counterexamples first. */
  proves(source: string): Promise<boolean>;
  /** Returns the outputs for inputs in the JSON form of values. */
  outputs(source: string, inputs: unknown): unknown;
}

/** Counts of closed programs and of the faults planted in them, by the layer that closed the program. */
export interface PlantedTally {
  readonly bases: Record<Layer, number>;
  readonly planted: Record<Layer, number>;
  readonly faults: Record<string, number>;
  readonly places: Record<string, number>;
  drawn: number;
  refused: number;
  open: number;
  /** The number of generated programs that fail before any fault is planted. */
  broken: number;
}

export function emptyTally(): PlantedTally {
  const none = { analysis: 0, linear: 0, cases: 0, exhaustion: 0, smt: 0 };
  return { bases: { ...none }, planted: { ...none }, faults: {}, places: {}, drawn: 0, refused: 0, open: 0, broken: 0 };
}

/** Returns a summary in one line. */
export function summary({ drawn, refused, open, broken, bases, planted }: PlantedTally): string {
  const byLayer = LAYERS.map((layer) => `${layer} ${bases[layer]} (${planted[layer]})`).join(', ');
  return `${drawn} programs drawn, ${refused} too costly, ${open} left open, ${broken} that fail; closed, and faults planted in them: ${byLayer}`;
}

/** Places of the newer forms: inside the form, and in expressions that read its value. */
export const FORM_PLACES: readonly string[] = [
  'destructuring',
  'update of a record',
  'loop over a text',
  'loop with an index',
  'loop over fields',
  'first',
  'what a fold keeps',
  'guard',
  'row of a match on several values',
  'argument of DIV_UP',
  'argument of DIV_ROUND',
  'argument of PAD_END',
  ...[
    'destructuring',
    'update of a record',
    'loop over a text',
    'loop with an index',
    'loop over fields',
    'first',
    'fold that keeps',
    'guard',
    'patterns that share a value',
    'match on several values',
    'DIV_UP',
    'DIV_ROUND',
    'PAD_END',
    'a text of letters',
    'hostname',
    'ipv4',
    'ipv6',
    'path',
  ].map((form) => `behind ${form}`),
];

/** Returns in one line the number of faults planted in and after each of the newer forms. */
export function formSummary({ places }: PlantedTally): string {
  const inComponents = (place: string): number => (places[place] ?? 0) + (places[`${place} in a component`] ?? 0);
  return FORM_PLACES.map((place) => `${place} ${inComponents(place)}`).join(', ');
}

/** Limits: input vectors run on each program, input vectors with planted faults, and faults for each of these. */
const MAX_RUNS = 6;
const RUNS_WITH_FAULTS = 4;
const FAULTS_EACH = 3;

/**
 * Generates the program of a seed, compares it with runs of the interpreter if it closes, and plants faults in it. Throws if the
 * engine closes a program that fails, or computes another result.
 */
export async function trial(seed: bigint, layer: Layer, engine: EngineUnderTest, tally: PlantedTally): Promise<void> {
  const random = new Random(seed);
  const program = drawProgram(random, layer);
  const vectors = Array.from({ length: MAX_RUNS }, () => program.inputs.map(({ type }) => someValue(type, random)));
  const source = write(program);
  tally.drawn += 1;
  const closed = await engine.closedBy(source).catch((error: unknown) => thrown(seed, error, source));
  if (closed === 'refused') tally.refused += 1;
  else if (closed === null) tally.open += 1;
  const runs = vectors.map((inputs) => ({ inputs, outcome: interpret(program, inputs) }));
  const failing = runs.find(({ outcome }) => outcome.type === 'fault');
  if (failing !== undefined) {
    tally.broken += 1;
    if (closed !== null && closed !== 'refused') await report(seed, 'a program that fails is closed', program, failing.inputs, engine);
  }
  if (closed === null || closed === 'refused') return;
  const top = LAYERS.toReversed().find((each) => closed.has(each)) ?? 'analysis';
  tally.bases[top] += 1;
  const good = runs.flatMap(({ inputs, outcome }) => (outcome.type === 'outputs' ? [{ inputs, outputs: outcome.outputs }] : []));
  for (const { inputs, outputs } of good.filter(({ inputs: each }) => each.every(isShort))) {
    const expected = toJson(outputs);
    const given = engine.outputs(source, toJson(named(program, inputs)));
    if (JSON.stringify(sorted(expected)) !== JSON.stringify(sorted(given)))
      throw new Wrong(
        `seed ${seed}: for ${inspect(inputs)} the engine gives ${inspect(given)}, the interpreter ${inspect(expected)}\n${source}`,
      );
  }
  for (const { inputs } of good.slice(0, RUNS_WITH_FAULTS)) {
    const planting = new Planting(program, inputs, random);
    for (let count = 0; count < FAULTS_EACH; count += 1) {
      const planted = planting.plant(tally.places);
      if (planted === null) continue;
      tally.planted[top] += 1;
      tally.faults[planted.fault] = (tally.faults[planted.fault] ?? 0) + 1;
      tally.places[planted.place] = (tally.places[planted.place] ?? 0) + 1;
      const faulty = write(planted.program);
      if (await engine.proves(faulty).catch((error: unknown) => thrown(seed, error, faulty)))
        await report(seed, describe(planted), planted.program, inputs, engine);
    }
  }
}

/** Returns false for long lists, which take most of the time and show no more. */
function isShort(value: DrawnValue): boolean {
  return !(Array.isArray(value) || typeof value === 'string' || value instanceof Uint8Array) || value.length < 5_000;
}

function thrown(seed: bigint, error: unknown, source: string): never {
  throw new Error(`seed ${seed}: the engine throws: ${error instanceof Error ? error.message : String(error)}\n${source}`, {
    cause: error,
  });
}

function describe({ fault, place }: Planted): string {
  return `a planted fault is closed (${fault}; ${place})`;
}

async function report(
  seed: bigint,
  what: string,
  program: DrawnProgram,
  inputs: readonly DrawnValue[],
  engine: EngineUnderTest,
): Promise<never> {
  const stillWrong = async (smaller: DrawnProgram): Promise<boolean> => {
    try {
      return interpret(smaller, inputs).type === 'fault' && (await engine.proves(write(smaller)));
    } catch {
      return false;
    }
  };
  const least = await minimise(program, stillWrong);
  const outcome = interpret(least, inputs);
  throw new Wrong(
    `seed ${seed}: ${what}: ${'why' in outcome ? outcome.why : ''} for ${inspect(named(program, inputs), { depth: 6, maxArrayLength: 4 })}\n${write(least)}\nwas\n${write(program)}`,
  );
}

function named(program: DrawnProgram, inputs: readonly DrawnValue[]): ReadonlyMap<string, DrawnValue> {
  return new Map(program.inputs.map(({ name }, index) => [name, inputs[index] ?? false]));
}

/** The JSON form of a value (docs/language/json-form.md). */
function toJson(value: DrawnValue): unknown {
  if (typeof value === 'bigint') return value >= -(2n ** 53n) + 1n && value <= 2n ** 53n - 1n ? Number(value) : String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (value instanceof Optional) return value.content === null ? null : toJson(value.content);
  if (value instanceof Map) return Object.fromEntries([...value].map(([name, content]: [string, DrawnValue]) => [name, toJson(content)]));
  return Array.isArray(value) ? value.map(toJson) : value;
}

/**
 * Sorts the members of objects and turns all integers into texts. This test does not judge if an integer is written as a number
 * or a text.
 */
function sorted(json: unknown): unknown {
  if (typeof json === 'number') return String(json);
  if (Array.isArray(json)) return json.map(sorted);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, content]) => [name, sorted(content)]),
  );
}
