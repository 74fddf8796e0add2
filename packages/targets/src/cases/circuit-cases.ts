import {
  type CircuitProgram,
  type Domain,
  decodeInputs,
  decodeValue,
  encodeOutputs,
  faultPlace,
  type Graph,
  run,
  type Value,
} from '@kirchhoff/coherence';
import { at } from '../plan/plan.js';
import type { CompileOptions } from '../target.js';
import { ArmObserver, type Taken } from './arms.js';
import { refusedValues } from './refused-values.js';
import { literalsOf, samplesOf } from './samples.js';
import { jsonOf } from './value-forms.js';

/** Inputs of a circuit, with the answer of the reference evaluator. */
export interface CircuitCase {
  /** Printable ASCII without quotes; not always distinct. */
  readonly title: string;
  /**
   * By parameter. A value of a refused case may lie outside the type of its port, which a target with static types cannot express:
   * it leaves the case out (`isOfType`).
   */
  readonly inputs: readonly Value[];
  readonly answer: CaseAnswer;
}

export type CaseAnswer =
  /** By output. */
  | { readonly kind: 'outputs'; readonly outputs: readonly Value[] }
  /** A `DomainError`; `port` is null if a require does not hold. */
  | { readonly kind: 'refused'; readonly port: string | null; readonly path: string }
  /** A `Fault` at this line, only of an open circuit. */
  | { readonly kind: 'fault'; readonly line: number };

const MAX_CASES = 200;
const MAX_REFUSED = 60;
/** Runs that look for arms which no earlier run has reached. */
const MAX_SEARCH = 1_200;
/** Elementary steps of all runs together, and one more for each port of each. */
const MAX_STEPS = 2_000_000;
/** Characters of all cases together in the JSON form. */
const MAX_LENGTH = 1_000_000;

/**
 * Returns test cases of a circuit: the given vectors; all ports at their least and greatest; a case for each arm and each require that a search
 * reaches; for each port refused values, its edges, and values near the literals of the circuit. Equal for equal circuits. A run
 * that asks an entropy source has no certain answer and is no case.
 */
export function circuitCases(
  program: CircuitProgram,
  { certified, vectors = [] }: Pick<CompileOptions, 'certified' | 'vectors'>,
): readonly CircuitCase[] {
  const cases = new Cases(program, certified);
  cases.addVectors(vectors);
  cases.addExtremes();
  cases.search();
  cases.addRefused();
  cases.addSamples();
  return cases.found.slice(0, MAX_CASES);
}

class Cases {
  readonly found: CircuitCase[] = [];
  private readonly graph: Graph;
  private readonly samples: readonly (readonly Value[])[];
  private readonly arms: ArmObserver;
  private readonly seen = new Set<string>();
  private readonly tried = new Set<string>();
  /** Inputs that the circuit accepts, if some are known: other cases vary them. */
  private readonly accepted: (readonly Value[])[] = [];
  private steps = MAX_STEPS;
  private length = 0;

  constructor(
    private readonly program: CircuitProgram,
    private readonly isClosed: boolean,
  ) {
    const { core } = program;
    this.graph = at(core.graphs, 0);
    this.arms = new ArmObserver(program);
    const literals = [this.graph, ...core.components.slice(0, core.calledComponents)].flatMap(literalsOf);
    this.samples = this.graph.parameters.map(({ domain }) => valuesOf(domain, literals));
  }

  addVectors(vectors: readonly unknown[]): void {
    for (const [index, json] of vectors.slice(0, MAX_CASES / 2).entries()) {
      const decoded = decodeInputs(this.graph, json);
      if (decoded.ok) this.attempt(`vector ${index + 1}`, decoded.inputs, 'always');
    }
  }

  addExtremes(): void {
    this.attempt(
      'every port at one end',
      this.samples.map((values) => at(values, 0)),
      'always',
    );
    this.attempt(
      'every port at its other end',
      this.samples.map((values) => values[1] ?? at(values, 0)),
      'always',
    );
  }

  /** Looks for inputs that reach further arms, requires and faults: first by one changed port, then by mixtures. */
  search(): void {
    const next = generator(this.graph.parameters.length);
    let runs = 0;
    const look = (inputs: readonly Value[]): boolean => {
      runs += 1;
      this.attempt('', inputs, 'if new');
      return runs < MAX_SEARCH && this.steps > 0 && this.length < MAX_LENGTH / 2 && this.found.length < MAX_CASES - MAX_REFUSED;
    };
    for (const [port, values] of this.samples.entries()) {
      for (const value of values) if (!look(this.base().with(port, value))) return;
    }
    if (this.samples.length < 2) return;
    const sample = (port: number): Value => {
      const values = at(this.samples, port);
      return at(values, next(values.length));
    };
    for (;;) {
      const base = this.accepted[next(this.accepted.length + 1)];
      const port = next(this.samples.length);
      const inputs =
        base === undefined
          ? this.samples.map((_, index) => sample(index))
          : base.with(port, sample(port)).with((port + 1) % base.length, sample((port + 1) % base.length));
      if (!look(inputs)) return;
    }
  }

  addRefused(): void {
    let count = 0;
    for (const [port, { name, domain }] of this.graph.parameters.entries()) {
      for (const { value, title } of refusedValues(domain)) {
        if (count === MAX_REFUSED) return;
        count += 1;
        this.attempt(`${name}: ${title}`, this.base().with(port, value), 'always');
      }
    }
  }

  addSamples(): void {
    for (const [port, { name, domain }] of this.graph.parameters.entries()) {
      for (const value of at(this.samples, port)) {
        if (this.found.length >= MAX_CASES || this.steps <= 0) return;
        this.attempt(`${name} = ${shown(domain, value)}`, this.base().with(port, value), 'always');
      }
    }
  }

  private base(): readonly Value[] {
    return this.accepted[0] ?? this.samples.map((values) => at(values, 0));
  }

  /** Runs the inputs. They become a case if they are new, and reach something new or are asked for always. */
  private attempt(title: string, inputs: readonly Value[], which: 'always' | 'if new'): void {
    const json = Object.fromEntries(this.graph.parameters.map(({ name, domain }, index) => [name, jsonOf(domain, at(inputs, index))]));
    const key = JSON.stringify(json);
    if (this.seen.has(key) || this.steps <= 0 || this.length > MAX_LENGTH) return;
    if (which === 'if new' && this.tried.has(key)) return;
    this.tried.add(key);
    const reached: Taken[] = [];
    const answer = this.answerOf(json, reached);
    if (answer === null) return;
    const added = this.arms.add(reached);
    if (which === 'if new' && added === null) return;
    this.seen.add(key);
    this.length += key.length;
    if (answer.kind === 'outputs' && (added !== null || this.accepted.length === 0)) this.accepted.push(inputs);
    this.found.push({ title: title === '' ? `reaches ${added?.title}` : title, inputs, answer });
  }

  /** `reached`: receives the arms of the run. */
  private answerOf(json: object, reached: Taken[]): CaseAnswer | null {
    const decoded = decodeInputs(this.graph, json);
    if (!decoded.ok) return { kind: 'refused', port: decoded.error.port, path: decoded.error.path };
    const { program } = this;
    const result = run(program.core, { graph: 0 }, decoded.inputs, { budget: this.steps, observer: this.arms.observe(reached) });
    this.steps -= result.steps + decoded.inputs.length;
    switch (result.type) {
      case 'outputs':
        this.length += JSON.stringify(encodeOutputs(this.graph, result.outputs)).length;
        return { kind: 'outputs', outputs: this.graph.outputs.map(({ name }) => valueNamed(result.outputs, name)) };
      case 'refused':
        reached.push(event('a false require', at(program.sourceMap.graphs, 0).requires[result.require]?.line));
        return { kind: 'refused', port: null, path: '' };
      case 'fault': {
        // A closed circuit has no Fault: this would be a fault of the prover, which its guards report.
        if (this.isClosed) return null;
        const { line } = faultPlace(program, result.fault);
        reached.push(event('a fault', line));
        return { kind: 'fault', line };
      }
      case 'entropy':
      case 'exhausted':
        return null;
    }
  }
}

function event(name: string, line = 0): Taken {
  const title = `${name} in line ${line}`;
  return { key: title, title };
}

function valueNamed(outputs: ReadonlyMap<string, Value>, name: string): Value {
  const value = outputs.get(name);
  if (value === undefined) throw new Error(`no value of the output ${name}`);
  return value;
}

function valuesOf(domain: Domain, literals: readonly Value[]): readonly Value[] {
  return samplesOf(domain, literals).flatMap((json) => {
    const decoded = decodeValue(domain, json);
    return decoded.ok ? [decoded.value] : [];
  });
}

/** Returns a linear congruential generator (Numerical Recipes, section 7.1) of integers below a limit. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Returns a value for a title: whole if it is short and of ASCII. */
function shown(domain: Domain, value: Value): string {
  const json = JSON.stringify(jsonOf(domain, value)).replaceAll('"', '');
  return /^[ -~]{0,30}$/.test(json) && !/[\\'`]/.test(json) ? json : `a ${domain.kind} of ${json.length} characters`;
}
