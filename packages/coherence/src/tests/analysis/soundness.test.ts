import { inspect } from 'node:util';
import type { Abstract } from '@kirchhoff/kernel/abstract/abstract';
import { containsValue, ofDomain } from '@kirchhoff/kernel/abstract/abstract';
import { decodeCertificate } from '@kirchhoff/kernel/certificate/decode';
import type { Certificate } from '@kirchhoff/kernel/certificate/format';
import { isRefusal } from '@kirchhoff/kernel/certificate/refusal';
import { run } from '@kirchhoff/kernel/evaluate/evaluate';
import type { GraphReference } from '@kirchhoff/kernel/evaluate/evaluation';
import type { Graph, NodeId } from '@kirchhoff/kernel/graph/graph';
import { schedule } from '@kirchhoff/kernel/graph/schedule';
import { allValues, countTuples } from '@kirchhoff/kernel/values/all-values';
import { decodeUtf8 } from '@kirchhoff/kernel/values/utf8';
import type { Program } from '@kirchhoff/language/program/program';
import { read } from '@kirchhoff/language/program/read';
import { certify } from '@kirchhoff/prover/certify';
import { sampleInputs } from '@kirchhoff/prover/samples';
import * as fc from 'fast-check';
import { randomCircuit } from '../../testing/random-circuit.js';

/** How many programs are drawn; a long run sets it higher. */
const RUNS = Number(process.env['SOUNDNESS_RUNS'] ?? 600);
const MOST_INPUTS = 4_096;

/** Null of a program that is refused for its cost, which a drawn one may be. */
function programOf(source: string): Program | null {
  const reading = read(source);
  if (!reading.ok && reading.diagnostics.every(({ code }) => code === 'too-costly')) return null;
  if (!reading.ok) throw new Error(`${reading.diagnostics.map((d) => `${d.line}:${d.column} ${d.message}`).join('\n')}\n${source}`);
  return reading.program;
}

/** The claim of every node by id, for each graph of a certificate. */
function claimsOf(program: Program, bytes: Uint8Array): (part: GraphReference) => ReadonlyMap<NodeId, Abstract> {
  const certificate = decodeCertificate(decodeUtf8(bytes) ?? '');
  if (isRefusal(certificate)) throw new Error(certificate.reason);
  const components = program.core.components.map((graph, index) => byNode(graph, certificate.components[index]));
  const graphs = program.core.graphs.map((graph, index) => byNode(graph, certificate.graphs[index]));
  return (part) => ('graph' in part ? graphs[part.graph] : components[part.component]) ?? new Map();
}

function byNode(graph: Graph, proof: Certificate['graphs'][number] | undefined): ReadonlyMap<NodeId, Abstract> {
  const nodes = schedule(graph, 'whole').flatMap((event) => (event.event === 'node' ? [event.node] : []));
  return new Map(nodes.map((node, index) => [node, proof?.claims[index] ?? { kind: 'never' }]));
}

/** Runs the inputs of a closed program and throws where one fails or a node has a value outside its claim. */
function holdToRuns(source: string, program: Program, bytes: Uint8Array, most: number): void {
  const claims = claimsOf(program, bytes);
  const [graph] = program.core.graphs;
  if (graph === undefined) throw new Error('a program without a graph');
  let count = 0;
  for (const inputs of sampleInputs(
    program.core,
    graph.parameters.map((parameter) => ofDomain(parameter.domain)),
  )) {
    const result = run(program.core, { graph: 0 }, inputs, {
      observer: (part, node, value) => {
        const claim = claims(part).get(node);
        if (claim === undefined || !containsValue(claim, value)) {
          throw new Error(
            `node ${node} has ${inspect(value)} outside its claim ${JSON.stringify(claim)} for ${inspect(inputs)}\n${source}`,
          );
        }
      },
    });
    if (result.type === 'fault' || result.type === 'entropy')
      throw new Error(`a closed circuit fails for ${inspect(inputs)}: ${JSON.stringify(result)}\n${source}`);
    count += 1;
    if (count >= most) return;
  }
}

/** Few enough inputs that all of them can be run: then nothing may stay undecided. */
function isSmall(program: Program): boolean {
  const choices = program.core.graphs.flatMap((graph) => graph.parameters.map(({ domain }) => allValues(ofDomain(domain))));
  const known = choices.filter((values) => values !== null);
  return known.length === choices.length && countTuples(known) <= MOST_INPUTS;
}

/** Of the programs that were drawn, how many closed: a test of soundness that draws only open programs tests nothing. */
function draw(shape: { reach: number; width: number }, runs: number, most: number): { closed: number; openInTruth: number; left: number } {
  const seen = { closed: 0, openInTruth: 0, left: 0 };
  fc.assert(
    fc.property(randomCircuit(shape), (source) => {
      const program = programOf(source);
      if (program === null) return;
      const certification = certify(program);
      if (certification.certificate !== null) {
        seen.closed += 1;
        holdToRuns(source, program, certification.certificate, most);
      } else if (certification.errors.some((error) => error.counterexample !== undefined)) seen.openInTruth += 1;
      else {
        seen.left += 1;
        if (isSmall(program)) throw new Error(`left open, and no input fails: ${inspect(certification.errors)}\n${source}`);
      }
    }),
    { numRuns: runs },
  );
  return seen;
}

test('a closed circuit of small domains fails on none of its inputs, and every node keeps its claim', () => {
  const seen = draw({ reach: 6, width: 6 }, RUNS, MOST_INPUTS);
  expect(seen.closed).toBeGreaterThan(RUNS / 10);
  expect(seen.openInTruth).toBeGreaterThan(RUNS / 20);
});

test('a closed circuit of wide domains fails on no input at the edges or at random', () => {
  const seen = draw({ reach: 4_000_000_000_000_000, width: 4_000_000_000_000_000 }, RUNS / 3, 200);
  expect(seen.closed).toBeGreaterThan(RUNS / 60);
});
