import { monomerAt } from '../catalog/catalog.js';
import type { Core, LoopSource, NodeId } from '../core/graph.js';
import { add } from '../integer.js';
import { LIST_LENGTH } from '../limits.js';
import { OptionValue, RecordValue, type Value } from '../values/value.js';
import { isInDomain } from '../values/within.js';
import { type Cursor, overElements, overRange } from './cursor.js';
import type { Fault, FaultReason, GraphReference, Run, RunOptions } from './evaluation.js';
import { type Frame, graphAt, loopAt, newFrame, read, readBoolean, readInteger } from './frame.js';
import type { Instruction, Register } from './instruction.js';
import { fit } from './pattern.js';

/** What ends a run before its outputs are read. */
type Stop = Exclude<Run, { type: 'outputs' }> | { readonly type: 'returned' };

/** What a fault says beyond its reason and its place. */
interface Blame {
  readonly node?: NodeId;
  readonly index?: number;
  readonly value?: Value;
}

/**
 * Runs one graph on inputs that lie in its domains, one instruction after the other. Calls stack up in `frames`,
 * not on the stack of the host, so that no program overflows it. An instance is good for one run.
 */
export class Machine {
  private readonly frames: Frame[] = [];
  /** Outputs and ensures of the graph that is run that did not hold, as far as it got. */
  private readonly faults: Fault[] = [];

  constructor(
    private readonly core: Core,
    private readonly options: RunOptions,
  ) {}

  run(reference: GraphReference, inputs: readonly Value[]): Run {
    const top = newFrame(this.core, reference, inputs, null);
    this.frames.push(top);
    const budget = this.options.budget ?? Number.POSITIVE_INFINITY;
    for (let steps = 0; steps < budget; steps += 1) {
      const stop = this.next();
      if (stop === undefined) continue;
      if (stop.type !== 'fault' || top.resume === null) return this.ended(top, stop);
      this.faults.push(stop.fault);
      this.frames.length = 1;
      top.at = top.resume;
    }
    return this.ended(top, { type: 'exhausted' });
  }

  /** Faults that were passed over count more than how the rest ended. */
  private ended(top: Frame, stop: Stop): Run {
    const [first, ...others] = this.faults;
    if (first !== undefined) return { type: 'fault', fault: first, others };
    if (stop.type !== 'returned') return stop;
    return { type: 'outputs', outputs: new Map(top.graph.outputs.map(({ name, node }) => [name, read(top, node ?? Number.NaN)])) };
  }

  private next(): Stop | undefined {
    const frame = this.frames[this.frames.length - 1];
    const instruction = frame?.code.instructions[frame.at];
    if (frame === undefined || instruction === undefined) throw new Error('a run past the end of its code');
    frame.at += 1;
    return this.step(frame, instruction);
  }

  private step(frame: Frame, instruction: Instruction): Stop | undefined {
    switch (instruction.do) {
      case 'input':
        return this.write(frame, instruction.to, frame.inputs[instruction.index]);
      case 'set':
        return this.write(frame, instruction.to, instruction.value);
      case 'copy':
        return this.write(frame, instruction.to, read(frame, instruction.from));
      case 'increment':
        return this.write(frame, instruction.register, add(readInteger(frame, instruction.register), 1));
      case 'list':
        return this.write(
          frame,
          instruction.to,
          instruction.items.map((item) => read(frame, item)),
        );
      case 'record':
        return this.write(
          frame,
          instruction.to,
          new RecordValue(new Map(instruction.fields.map(({ name, node }) => [name, read(frame, node)]))),
        );
      case 'some':
        return this.write(frame, instruction.to, new OptionValue(read(frame, instruction.from)));
      case 'field': {
        const record = read(frame, instruction.from);
        return this.write(frame, instruction.to, record instanceof RecordValue ? record.fields.get(instruction.name) : undefined);
      }
      case 'apply':
        return this.apply(frame, instruction);
      case 'check': {
        const value = read(frame, instruction.from);
        return isInDomain(instruction.domain, value) ? undefined : fault(frame, instruction.reason, { node: instruction.node, value });
      }
      case 'jump':
        frame.at = instruction.to.at;
        return undefined;
      case 'branch':
        if (readBoolean(frame, instruction.condition) === instruction.when) frame.at = instruction.to.at;
        return undefined;
      case 'open': {
        const option = read(frame, instruction.option);
        if (option instanceof OptionValue && option.content !== undefined) return this.write(frame, instruction.to, option.content);
        frame.at = instruction.none.at;
        return undefined;
      }
      case 'fit': {
        const found = fit(instruction.pattern, read(frame, instruction.subject));
        if (found !== undefined) return this.write(frame, instruction.bound, found.bound);
        frame.at = instruction.otherwise.at;
        return undefined;
      }
      case 'uncovered':
        return fault(frame, 'match', { node: instruction.node, value: read(frame, instruction.subject) });
      case 'start':
        frame.loops[instruction.loop] = { cursor: cursorOf(frame, instruction.source), items: [] };
        return undefined;
      case 'next': {
        const element = loopAt(frame, instruction.loop).cursor.next();
        if (element !== undefined) return this.write(frame, instruction.to, element);
        frame.at = instruction.end.at;
        return undefined;
      }
      case 'gather': {
        const { items } = loopAt(frame, instruction.loop);
        // What is kept of bytes is bytes, and no longer than they were.
        if (instruction.as === 'list' && items.length >= LIST_LENGTH) return fault(frame, 'operation', { node: instruction.node });
        items.push(read(frame, instruction.from));
        return undefined;
      }
      case 'gathered': {
        const { items } = loopAt(frame, instruction.loop);
        return this.write(frame, instruction.to, instruction.as === 'bytes' ? Uint8Array.from(items, Number) : items);
      }
      case 'call':
        return this.call(frame, instruction);
      case 'require':
        return readBoolean(frame, instruction.condition) ? undefined : this.refuse(frame, instruction.index);
      case 'section':
        frame.resume = instruction.next.at;
        return undefined;
      case 'output':
        return checkOutput(frame, instruction.index);
      case 'ensure':
        return readBoolean(frame, instruction.condition) ? undefined : fault(frame, 'ensure', { index: instruction.index });
      case 'return':
        return this.leave(frame);
    }
  }

  private write(frame: Frame, register: Register, value: Value | undefined): undefined {
    if (value === undefined) throw new Error(`register ${register} gets no value`);
    frame.registers[register] = value;
    if (register < frame.graph.nodes.length) this.options.observer?.(frame.reference, register, value);
  }

  private apply(frame: Frame, { to, monomer, operands, literals }: Extract<Instruction, { do: 'apply' }>): Stop | undefined {
    const { effect, reference, name } = monomerAt(monomer);
    if (effect === 'source') return { type: 'entropy', graph: frame.reference, node: to };
    if (reference === undefined) throw new Error(`${name} has no reference implementation`);
    const values = operands.map((operand) => read(frame, operand));
    const result = reference(literals.length === 0 ? values : withLiterals(literals, values));
    return result === undefined ? fault(frame, 'operation', { node: to }) : this.write(frame, to, result);
  }

  private call(frame: Frame, instruction: Extract<Instruction, { do: 'call' }>): Stop | undefined {
    const reference = { component: instruction.component };
    const values = instruction.arguments.map((argument) => read(frame, argument));
    for (const [index, { domain }] of graphAt(this.core, reference).parameters.entries()) {
      const value = values[index];
      if (value === undefined) throw new Error('a call with too few arguments');
      if (!isInDomain(domain, value)) return fault(frame, 'argument', { node: instruction.to, index, value });
    }
    this.frames.push(newFrame(this.core, reference, values, instruction.to));
    return undefined;
  }

  /** A require that does not hold is the caller's fault; of the graph that is run it is a refusal. */
  private refuse(frame: Frame, index: number): Stop {
    const caller = this.frames[this.frames.length - 2];
    if (caller === undefined || frame.call === null) return { type: 'refused', require: index };
    return fault(caller, 'precondition', { node: frame.call, index });
  }

  private leave(frame: Frame): Stop | undefined {
    this.frames.pop();
    const caller = this.frames[this.frames.length - 1];
    if (caller === undefined || frame.call === null) return { type: 'returned' };
    return this.write(caller, frame.call, read(frame, frame.graph.outputs[0]?.node ?? Number.NaN));
  }
}

function fault(frame: Frame, reason: FaultReason, { node, index, value }: Blame): Stop {
  const place = { graph: frame.reference, inputs: frame.inputs };
  return { type: 'fault', fault: { reason, ...place, node: node ?? null, index: index ?? null, value: value ?? null }, others: [] };
}

function checkOutput(frame: Frame, index: number): Stop | undefined {
  const output = frame.graph.outputs[index];
  if (output === undefined) throw new RangeError(`no output ${index}`);
  if (output.node === null) return fault(frame, 'unproduced', { index });
  const value = read(frame, output.node);
  return isInDomain(output.domain, value) ? undefined : fault(frame, 'output', { index, value });
}

function cursorOf(frame: Frame, source: LoopSource): Cursor {
  if (source.over === 'range') return overRange(readInteger(frame, source.lo), readInteger(frame, source.hi));
  const value = read(frame, source.node);
  if (value instanceof Uint8Array || Array.isArray(value)) return overElements(value);
  throw new Error('a loop over what is no list');
}

/** The operands fill the places that the literals leave, in order. */
function withLiterals(literals: readonly (Value | null)[], values: readonly Value[]): Value[] {
  let taken = 0;
  return literals.map((literal) => {
    const value = literal ?? values[taken++];
    if (value === undefined) throw new Error('an application with too few operands');
    return value;
  });
}
