import { between, block, holds, wire } from '../drawing/build.js';
import { type Environment, interpret } from '../drawing/interpret.js';
import type { Random } from '../drawing/random.js';
import {
  type Component,
  type DrawnBlock,
  type DrawnExpression,
  type DrawnProgram,
  type DrawnType,
  type DrawnValue,
  formsOf,
  KEEPING,
  replaceBlock,
  replaceExpression,
  walk,
} from '../drawing/tree.js';
import { conditionOf } from './atoms.js';
import { BREAKS_WHAT_IS_KEPT, FAULTS, NEEDS_SOME } from './faults.js';

/** A program with a fault at which its run on the inputs fails. */
export interface Planted {
  readonly program: DrawnProgram;
  /** The name of the fault. */
  readonly fault: string;
  /** The name of the form that contains it. */
  readonly place: string;
}

/** A place that a run visited, with the bound names of one of the visits. */
interface Site {
  readonly part: DrawnExpression | DrawnBlock;
  readonly place: string;
  readonly scope: Environment | null;
  readonly value: DrawnValue | null;
}

/** The name of a planted wire; in a component, after the component's name and a dot. */
export const PLANTED_NAME = /(?:^|\.)z[a-z][0-9]+$/;

/** Plants faults into a program that does not fail on the inputs. */
export class Planting {
  private readonly sites: readonly Site[];
  private readonly places: readonly string[];
  private readonly end: Environment | null;
  private count = 0;

  constructor(
    private readonly program: DrawnProgram,
    private readonly inputs: readonly DrawnValue[],
    private readonly random: Random,
  ) {
    const reached = new Map<DrawnExpression | DrawnBlock, Omit<Site, 'part' | 'place'>>();
    const see = (part: DrawnExpression | DrawnBlock, scope: Environment | null, value: DrawnValue | null): void => {
      if (!reached.has(part) || random.oneIn(3)) reached.set(part, { scope, value });
    };
    const outcome = interpret(program, inputs, {
      expression: (expression, value, scope) => see(expression, scope, value),
      block: (each, scope) => see(each, scope, null),
    });
    if (outcome.type !== 'outputs') throw new Error('the program does not run well on the inputs');
    this.end = outcome.scope;
    const sites: Site[] = [];
    const destructured = namesOfFields(program);
    walk(program, (part, place) => {
      const seen = reached.get(part);
      if (seen === undefined) return;
      sites.push({ part, place, ...seen });
      if ('form' in part) for (const form of behindOf(part, destructured)) sites.push({ part, place: `behind ${form}`, ...seen });
    });
    this.sites = sites;
    this.places = [...new Set(sites.map(({ place }) => place))];
  }

  /**
   * Plants a fault; returns null if the run does not fail after all.
   *
   * @param seen number of faults planted in each place before; of two places the rarer one is chosen
   */
  plant(seen: Readonly<Record<string, number>> = {}): Planted | null {
    const planted = this.random.oneIn(6) ? this.brokenPromise() : this.faultAtSite(seen);
    return planted !== null && interpret(planted.program, this.inputs).type === 'fault' ? planted : null;
  }

  private readonly fresh = (prefix: string): string => {
    this.count += 1;
    return `z${prefix}${this.count}`;
  };

  private faultAtSite(seen: Readonly<Record<string, number>>): Planted {
    const { random } = this;
    const [one, two] = [random.pick(this.places), random.pick(this.places)];
    const place = (seen[one] ?? 0) <= (seen[two] ?? 0) ? one : two;
    const site = random.pick(this.sites.filter((each) => each.place === place));
    const { fault, make } = pickFault(random, place);
    const program: DrawnProgram = { ...this.program, components: [NEEDS_SOME, ...this.program.components] };
    const { part } = site;
    const faulty = (scope: Environment | null) => wire(this.fresh('w'), make(conditionOf(scope, random, this.fresh), random, this.fresh));
    if (!('form' in part)) {
      const planted: DrawnBlock = { ...part, wires: [...part.wires, faulty(site.scope)] };
      return { program: replaceBlock(program, part, planted), fault, place };
    }
    const name = this.fresh('t');
    const scope: Environment = { name, type: part.type, value: site.value ?? false, outer: site.scope };
    const itself: DrawnExpression = { type: part.type, form: 'name', name };
    const planted: DrawnExpression = {
      type: part.type,
      form: 'match',
      subject: part,
      arms: [{ pattern: { pattern: 'name', name }, body: block(itself, faulty(scope)) }],
    };
    return { program: replaceExpression(program, part, planted), fault, place };
  }

  /** Adds a contract that the run breaks, or narrows a domain so that it does not contain the value. */
  private brokenPromise(): Planted | null {
    const { random, program } = this;
    const called = program.components.filter((component) => this.sites.some(({ part }) => part === component.body));
    const component = called.length > 0 && random.oneIn(2) ? random.pick(called) : null;
    if (component === null) {
      if (random.oneIn(3)) return this.narrowOutput();
      if (random.oneIn(2)) return this.faultAtEnd();
      const condition = holds('NOT', conditionOf(this.end, random, this.fresh));
      return { program: { ...program, ensures: [...program.ensures, condition] }, fault: 'a broken ensure', place: 'circuit' };
    }
    const site = this.sites.find(({ part }) => part === component.body);
    const condition = holds('NOT', conditionOf(parametersOf(component, site?.scope ?? null), random, this.fresh));
    const changed: Component = random.oneIn(2)
      ? { ...component, ensures: [...component.ensures, condition] }
      : { ...component, requires: [...component.requires, condition] };
    const components = program.components.map((each) => (each === component ? changed : each));
    const fault = changed.ensures.length > component.ensures.length ? 'a broken ensure' : 'a broken require';
    return { program: { ...program, components }, fault, place: 'component' };
  }

  private faultAtEnd(): Planted {
    const { random, program } = this;
    const { fault, make } = pickFault(random);
    const last = wire(this.fresh('w'), make(conditionOf(this.end, random, this.fresh), random, this.fresh));
    return {
      program: { ...program, components: [NEEDS_SOME, ...program.components], wires: [...program.wires, last] },
      fault,
      place: 'circuit',
    };
  }

  private narrowOutput(): Planted | null {
    const value = valueOf('out', this.end);
    const without = (type: DrawnType): DrawnType | null => {
      if (type.kind === 'integer' && typeof value === 'bigint') {
        if (value > type.lo) return between(type.lo, value - 1n);
        return value < type.hi ? between(value + 1n, type.hi) : null;
      }
      return null;
    };
    const outputs = this.program.outputs.map((output) => ({
      ...output,
      type: (output.name === 'out' ? without(output.type) : null) ?? output.type,
    }));
    return { program: { ...this.program, outputs }, fault: 'a value outside the domain of an output', place: 'circuit' };
  }
}

/** Returns the names that wires bind to fields. */
function namesOfFields(program: DrawnProgram): ReadonlySet<string> {
  const wires = [...program.wires];
  walk(program, (part) => {
    if (!('form' in part)) wires.push(...part.wires);
  });
  return new Set(wires.flatMap(({ names = [] }) => names.map(({ name }) => name)));
}

/** Returns the forms that contain an expression: a fault planted there reads its value. */
function behindOf(one: DrawnExpression, destructured: ReadonlySet<string>): readonly string[] {
  return one.form === 'name' && destructured.has(one.name) ? [...formsOf(one), 'destructuring'] : formsOf(one);
}

function pickFault(random: Random, place = '') {
  const possible = Object.entries(FAULTS).filter(([name]) => name !== BREAKS_WHAT_IS_KEPT || !place.startsWith(KEEPING));
  const [fault, make] = random.pick(possible);
  return { fault, make };
}

/** Returns the part of a component's scope that its contracts may name. */
function parametersOf(component: Component, scope: Environment | null): Environment | null {
  return component.parameters.reduce<Environment | null>(
    (outer, { name, type }) => ({ name, type, value: valueOf(name, scope) ?? false, outer }),
    null,
  );
}

function valueOf(name: string, scope: Environment | null): DrawnValue | null {
  for (let at = scope; at !== null; at = at.outer) if (at.name === name) return at.value;
  return null;
}
