import type { Core, Graph, LoopSource, NodeId } from '../graph/graph.js';
import { LIST_LENGTH } from '../limits.js';
import { monomerAt } from '../monomers/catalog.js';
import { add } from '../types/integer.js';
import { Meter } from '../values/meter.js';
import { OptionValue, RecordValue, type Value } from '../values/value.js';
import { isInDomain } from '../values/within.js';
import { type ElementCursor, overElements, overRange } from './cursor.js';
import type { Ending, Fault, FaultReason, GraphReference, Observer, Run, RunOptions } from './evaluation.js';
import { type Frame, graphAt, loopAt, newFrame, read, readBoolean, readInteger } from './frame.js';
import type { Instruction, Register } from './instruction.js';
import { fit } from './pattern.js';

/** An end of a run before its outputs are read. */
type Stop = Exclude<Ending, { type: 'outputs' }> | { readonly type: 'returned' };

/** Details of a fault besides its reason and its graph. */
interface Blame {
  readonly node?: NodeId;
  readonly index?: number;
  readonly value?: Value;
}

/**
 * Runs one graph on inputs that lie in its domains, one instruction after the other. Calls are kept in `frames`, not on the stack
 * of the host, so that no program overflows it. An instruction is a step, and so is each part of a value that it examines or
 * makes. An instance may serve many runs, one after the other. They share their frames, since making one takes time in proportion
 * to its graph, however soon the run ends.
 */
export class Machine {
  private readonly frames: Frame[] = [];
  /** Failed outputs and ensures of the graph that is run, so far. */
  private faults: Fault[] = [];
  /** Free frames by graph. A graph never calls itself, so one frame serves all its runs. */
  private readonly spare = new Map<Graph, Frame>();
  private meter = new Meter(0);
  private observer: Observer | undefined;

  constructor(private readonly core: Core) {}

  run(reference: GraphReference, inputs: readonly Value[], options: RunOptions): Run {
    this.meter = new Meter(options.budget ?? Number.POSITIVE_INFINITY);
    this.observer = options.observer;
    this.faults = [];
    const top = this.frameOf(reference, inputs, null);
    this.frames.splice(0, this.frames.length, top);
    while (this.meter.take(1)) {
      const stop = this.next();
      // The result of an instruction on a spent meter is not reliable.
      if (this.meter.isSpent) break;
      if (stop === undefined) continue;
      if (stop.type !== 'fault' || top.resume === null) return { ...this.ended(top, stop), steps: this.meter.taken };
      this.faults.push(stop.fault);
      this.frames.length = 1;
      top.at = top.resume;
    }
    return { ...this.ended(top, { type: 'exhausted' }), steps: this.meter.taken };
  }

  /** Recorded faults take precedence over the end of the rest. */
  private ended(top: Frame, stop: Stop): Ending {
    const [first, ...others] = this.faults;
    if (first !== undefined) return { type: 'fault', fault: first, others };
    if (stop.type !== 'returned') return stop;
    return { type: 'outputs', outputs: new Map(top.graph.outputs.map(({ name, node }) => [name, read(top, node ?? Number.NaN)])) };
  }

  private next(): Stop | undefined {
    const frame = this.frames[this.frames.length - 1];
    const instruction = frame?.code.instructions[frame.at];
    if (frame === undefined || instruction === undefined) throw new Error('a run continues past the end of its code');
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
        if (!this.meter.take(instruction.items.length)) return undefined;
        return this.write(
          frame,
          instruction.to,
          instruction.items.map((item) => read(frame, item)),
        );
      case 'record':
        if (!this.meter.take(instruction.fields.length)) return undefined;
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
        return isInDomain(instruction.domain, value, this.meter)
          ? undefined
          : fault(frame, instruction.reason, { node: instruction.node, value });
      }
      case 'hold':
        if (readBoolean(frame, instruction.condition)) return undefined;
        return fault(frame, 'invariant', { node: instruction.node, value: read(frame, instruction.from) });
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
        const found = fit(instruction.pattern, read(frame, instruction.subject), this.meter);
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
        // A filter of bytes keeps at most the bytes of its source, so only lists need the limit.
        if (instruction.as === 'list' && items.length >= LIST_LENGTH) return fault(frame, 'operation', { node: instruction.node });
        items.push(read(frame, instruction.from));
        return undefined;
      }
      case 'gathered': {
        const { items } = loopAt(frame, instruction.loop);
        if (instruction.as === 'bytes' && !this.meter.take(items.length)) return undefined;
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
        return checkOutput(frame, instruction.index, this.meter);
      case 'ensure':
        return readBoolean(frame, instruction.condition) ? undefined : fault(frame, 'ensure', { index: instruction.index });
      case 'return':
        return this.leave(frame);
    }
  }

  private write(frame: Frame, register: Register, value: Value | undefined): undefined {
    if (value === undefined) throw new Error(`register ${register} gets no value`);
    frame.registers[register] = value;
    if (register < frame.graph.nodes.length) this.observer?.(frame.reference, register, value);
  }

  private apply(frame: Frame, { to, monomer, operands, literals }: Extract<Instruction, { do: 'apply' }>): Stop | undefined {
    const { effect, reference, work, name } = monomerAt(monomer);
    if (effect === 'source') return { type: 'entropy', graph: frame.reference, node: to };
    if (reference === null || work === null) throw new Error(`${name} has no reference implementation`);
    const args = argumentsOf(frame, operands, literals);
    if (!this.meter.take(work.before(args, this.meter))) return undefined;
    const result = reference(args, this.meter);
    if (result === undefined) return fault(frame, 'operation', { node: to });
    return this.meter.take(work.after(result)) ? this.write(frame, to, result) : undefined;
  }

  private call(frame: Frame, instruction: Extract<Instruction, { do: 'call' }>): Stop | undefined {
    const reference = { component: instruction.component };
    if (!this.meter.take(instruction.arguments.length)) return undefined;
    const values = instruction.arguments.map((argument) => read(frame, argument));
    for (const [index, { domain }] of graphAt(this.core, reference).parameters.entries()) {
      const value = values[index];
      if (value === undefined) throw new Error('a call with too few arguments');
      if (!isInDomain(domain, value, this.meter)) return fault(frame, 'argument', { node: instruction.to, index, value });
    }
    this.frames.push(this.frameOf(reference, values, instruction.to));
    return undefined;
  }

  /** Registers are written before they are read, so those of an earlier call need not be cleared. */
  private frameOf(reference: GraphReference, inputs: readonly Value[], call: NodeId | null): Frame {
    const graph = graphAt(this.core, reference);
    const spare = this.spare.get(graph);
    if (spare !== undefined) return Object.assign(spare, { reference, inputs, call, at: 0, resume: null });
    const frame = newFrame(graph, reference, inputs, call);
    this.spare.set(graph, frame);
    return frame;
  }

  /** A require that does not hold is the caller's fault; for the graph that is run it is a refusal. */
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

function checkOutput(frame: Frame, index: number, meter: Meter): Stop | undefined {
  const output = frame.graph.outputs[index];
  if (output === undefined) throw new RangeError(`no output ${index}`);
  if (output.node === null) return fault(frame, 'unproduced', { index });
  const value = read(frame, output.node);
  return isInDomain(output.domain, value, meter) ? undefined : fault(frame, 'output', { index, value });
}

function cursorOf(frame: Frame, source: LoopSource): ElementCursor {
  if (source.over === 'range') return overRange(readInteger(frame, source.lo), readInteger(frame, source.hi));
  const value = read(frame, source.node);
  if (value instanceof Uint8Array || Array.isArray(value)) return overElements(value);
  throw new Error('the source of a loop is neither a list nor bytes');
}

/** The operands take the positions without a literal, in order. */
function argumentsOf(frame: Frame, operands: readonly Register[], literals: readonly (Value | null)[]): Value[] {
  const values: Value[] = [];
  if (literals.length === 0) for (const operand of operands) values.push(read(frame, operand));
  let taken = 0;
  for (const literal of literals) {
    values.push(literal ?? read(frame, operands[taken] ?? Number.NaN));
    if (literal === null) taken += 1;
  }
  return values;
}
