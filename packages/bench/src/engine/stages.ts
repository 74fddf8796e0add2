import { certify, check, type Program, read } from '@kirchhoff/coherence';
import { parseSource } from '@kirchhoff/language/syntax/parse';
import { prove } from '@kirchhoff/prover/prove';
import { cpuOfAlone, heapOf, median, medianRatio } from './measure.js';

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
  /** Time to certify divided by time to check, measured in pairs. */
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

type Stage = (fresh: Program) => unknown;

/** Checks the certificate of a source, which has to be valid. */
function checkOf(name: string, certificate: Uint8Array): Stage {
  return (fresh) => {
    const checked = check(fresh, certificate);
    if (!checked.valid) throw new Error(`the certificate of ${name} is refused`);
    return checked;
  };
}

/** CPU milliseconds of a stage. It gets a program whose graphs nobody has seen, so that no cache is warm. */
function cpuOfStage(program: Program, stage: Stage): number {
  const fresh = withNewGraphs(program);
  return cpuOfAlone(() => stage(fresh));
}

/** Caches are kept by graph. Reading the source again would make as much garbage as a stage, whose collection would count. */
function withNewGraphs(program: Program): Program {
  const { core } = program;
  return { ...program, core: { ...core, components: copiesOf(core.components), graphs: copiesOf(core.graphs) } };
}

function copiesOf(graphs: Program['core']['graphs']): Program['core']['graphs'] {
  return graphs.map((graph) => ({ ...graph }));
}

/**
 * Goes through all stages `warm` times in turns without counting, and then `rounds` times through each: in turns, the collections
 * of the old generation would come at about the same stage of each round, and count there for the garbage of all.
 */
export function stagesOf(name: string, source: string, { warm, rounds }: { readonly warm: number; readonly rounds: number }): Stages {
  const program = programOf(source);
  const certificate = certificateOf(programOf(source));
  const checked = checkOf(name, certificate);
  const stages: readonly Stage[] = [() => parseSource(source), () => read(source), ({ core }) => prove(core), certify, checked];
  for (let round = 0; round < warm; round += 1) for (const stage of stages) cpuOfStage(program, stage);
  const times = stages.map((stage) => median(Array.from({ length: rounds }, () => cpuOfStage(program, stage))));
  const [parse = 0, reading = 0, proving = 0, certifying = 0, checking = 0] = times;
  const certifyToCheck = medianRatio(
    () => cpuOfStage(program, certify),
    () => cpuOfStage(program, checked),
    rounds,
  );
  const nodes = nodesOf(program);
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
    certifyToCheck,
  };
}

/** Returns the time a node of one large source, from text to certificate, divided by that of a small one, measured in pairs. */
export function growthBetween(small: string, large: string, pairs: number): number {
  const [few, many] = [programOf(small), programOf(large)];
  const times = Math.round(nodesOf(many) / nodesOf(few));
  const ofLarge = (): number => cpuOfText(large, many);
  // As many small ones as have the nodes of the large one.
  const ofSmall = (): number => Array.from({ length: times }, () => cpuOfText(small, few)).reduce((sum, time) => sum + time, 0);
  const ratio = medianRatio(ofLarge, ofSmall, pairs);
  return (ratio * times * nodesOf(few)) / nodesOf(many);
}

/** CPU milliseconds from text to certificate. */
function cpuOfText(source: string, program: Program): number {
  return cpuOfAlone(() => read(source)) + cpuOfStage(program, certify);
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
