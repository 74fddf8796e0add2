import { type CircuitProgram, type Program, read } from '@kirchhoff/coherence';
import { conformanceCases, examplePrograms } from '@kirchhoff/coherence/testing/conformance-cases';
import { documentedPrograms } from '@kirchhoff/coherence/testing/documented-programs';

/** Every circuit of the language reference, the examples and the conformance cases. */

interface Sample {
  readonly name: string;
  readonly source: string;
  /** True for a circuit that closes, with or without a solver. */
  readonly closed: boolean;
  readonly vectors: readonly { readonly inputs: unknown }[];
}

/** A source that uses a file has the same graph as one with the file inlined. */
const documented = documentedPrograms().filter(({ expect: expected, files }) => expected !== 'error' && files.size === 0);

const SAMPLES: readonly Sample[] = [
  ...documented.map(({ title, source, expect: expected, checks }) => {
    return { name: `docs: ${title}`, source, closed: expected === 'closed', vectors: checks.vectors ?? [] };
  }),
  ...[...examplePrograms(), ...conformanceCases()].map(({ name, source, expect: expected, vectors }) => {
    return { name, source, closed: expected === 'closed', vectors };
  }),
];

const pins = pinnedPrograms();

function pinnedPrograms(): ReadonlyMap<string, Program> {
  const found = new Map<string, Program>();
  for (const { source, options } of documented) {
    const id = options.get('pin');
    const reading = id === undefined ? null : read(source);
    if (reading?.ok === true) found.set(`${id}@${reading.program.hash}`, reading.program);
  }
  return found;
}

/**
 * Returns null for a policy, and for a circuit that has no program or no reference: an output is missing, or it reads an entropy
 * source.
 */
function compilable(source: string): CircuitProgram | null {
  const reading = read(source, { pins });
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  const { program } = reading;
  const isWhole = program.core.graphs.every((graph) => graph.outputs.every((output) => output.node !== null));
  const isPure = !/\b(?:NOW|RANDOM|UUID|ENV)\(/.test(source);
  return program.type === 'circuit' && isWhole && isPure ? program : null;
}

/** The circuits that a target compiles, except those that read an entropy source. */
export const CIRCUITS = SAMPLES.flatMap(({ source, ...sample }) => {
  const program = compilable(source);
  return program === null ? [] : [{ ...sample, program }];
});

/** Every third circuit, for checks that take long for each; all of them for `npm run targets:whole`. */
export const SOME_CIRCUITS = CIRCUITS.filter((_, index) => process.env['TARGETS_WHOLE'] !== undefined || index % 3 === 0);
