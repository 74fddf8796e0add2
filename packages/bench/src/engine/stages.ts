import { certify, check, type Program, read } from '@kirchhoff/coherence';
import { parseSource } from '@kirchhoff/language/syntax/parse';
import { prove } from '@kirchhoff/prover/prove';
import { cpuOfAlone, heapOf, median } from './measure.js';

/** CPU milliseconds of one source, stage by stage: the median of some rounds. */
export interface Stages {
  readonly name: string;
  readonly nodes: number;
  readonly sourceBytes: number;
  readonly certificateBytes: number;
  readonly parse: number;
  /** Names, types, canonical order, hash and cost. */
  readonly elaborate: number;
  readonly prove: number;
  readonly encode: number;
  readonly check: number;
  /** From text to certificate: what `read` and `certify` take together, the check of the certificate included. */
  readonly total: number;
  readonly nodesPerSecond: number;
  /** Time to certify divided by time to check. */
  readonly certifyToCheck: number;
}

export function programOf(source: string): Program {
  const reading = read(source);
  if (!reading.ok) throw new Error(`a source of the benchmark is wrong: ${JSON.stringify(reading.diagnostics.slice(0, 3))}`);
  return reading.program;
}

export function certificateOf(program: Program): Uint8Array {
  const { certificate, errors } = certify(program);
  if (certificate === null) throw new Error(`a source of the benchmark is open: ${JSON.stringify(errors.slice(0, 3))}`);
  return certificate;
}

export function nodesOf({ core }: Program): number {
  return [...core.components, ...core.graphs].reduce((sum, { nodes }) => sum + nodes.length, 0);
}

/** One stage, made ready before its time is taken. */
type Stage = () => () => unknown;

/**
 * The stages of a source. Each has a program of its own, so that no cache is warm, and no other program is alive beside it: a
 * collection of the old generation takes time for whatever is alive.
 */
function stagesFrom(name: string, source: string, certificate: Uint8Array): readonly Stage[] {
  const of = (stage: (fresh: Program) => unknown) => () => {
    const fresh = programOf(source);
    return () => stage(fresh);
  };
  return [
    () => () => parseSource(source),
    () => () => read(source),
    of(({ core }) => prove(core)),
    of((fresh) => certify(fresh)),
    of((fresh) => {
      const checked = check(fresh, certificate);
      if (!checked.valid) throw new Error(`the certificate of ${name} is refused`);
      return checked;
    }),
  ];
}

/** Goes through all stages `warm` times without counting, and `rounds` times for the figures. */
export function stagesOf(name: string, source: string, { warm, rounds }: { readonly warm: number; readonly rounds: number }): Stages {
  const nodes = nodesOf(programOf(source));
  const certificate = certificateOf(programOf(source));
  const stages = stagesFrom(name, source, certificate);
  // Each round begins with the next stage: a full collection comes at about the same place in each, and would count for one stage.
  const timesOfRound = (round: number): readonly number[] => {
    const times: number[] = [];
    for (let turn = 0; turn < stages.length; turn += 1) {
      const at = (round + turn) % stages.length;
      const stage = stages[at];
      if (stage !== undefined) times[at] = cpuOfAlone(stage());
    }
    return times;
  };
  const times = Array.from({ length: warm + rounds }, (_, round) => timesOfRound(round)).slice(warm);
  const [parse = 0, reading = 0, proving = 0, certifying = 0, checking = 0] = stages.map((_, i) =>
    median(times.map((each) => each[i] ?? 0)),
  );
  const total = reading + certifying;
  return {
    name,
    nodes,
    sourceBytes: source.length,
    certificateBytes: certificate.length,
    parse,
    elaborate: Math.max(0, reading - parse),
    prove: proving,
    encode: Math.max(0, certifying - proving - checking),
    check: checking,
    total,
    nodesPerSecond: (nodes * 1_000) / total,
    certifyToCheck: certifying / checking,
  };
}

/** Times to measure heap, and times before that do not count: code that V8 compiles or discards meanwhile counts in single ones. */
const HEAP_ROUNDS = { warm: 3, rounds: 9 };

/** Bytes of heap a node: the most that program, proof and certification hold at the end of a stage. The median of some rounds. */
export function heapPerNode(source: string): number {
  const { warm, rounds } = HEAP_ROUNDS;
  return median(Array.from({ length: warm + rounds }, () => heapOnce(source)).slice(warm));
}

function heapOnce(source: string): number {
  const reading = heapOf(() => programOf(source));
  const program = reading.made;
  const proof = heapOf(() => prove(program.core));
  const certification = heapOf(() => certify(program));
  return (reading.bytes + Math.max(proof.bytes, certification.bytes)) / nodesOf(program);
}
