import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One conformance case (conformance/README.md). */
export interface ConformanceCase {
  readonly name: string;
  readonly source: string;
  readonly expect: 'closed' | 'open';
  readonly error?: { readonly type: string; readonly domain?: string; readonly line?: number };
  readonly counterexample?: boolean;
  readonly vectors: readonly Vector[];
}

/** Inputs and the expected outputs, in the JSON form of values. */
export interface Vector {
  readonly inputs: Record<string, unknown>;
  readonly outputs?: Record<string, unknown>;
  /** True if the boundary check refuses the inputs. */
  readonly domain_error?: boolean;
}

const ROOT = join(__dirname, '../../../..');

/** Returns all cases of the project, by name. */
export function conformanceCases(): readonly ConformanceCase[] {
  return casesIn(join(ROOT, 'conformance'), '');
}

/** Returns the programs of `examples/programs` in the form of conformance cases, named `field/program`. */
export function examplePrograms(): readonly ConformanceCase[] {
  const programs = join(ROOT, 'examples/programs');
  const fields = readdirSync(programs, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return fields.flatMap(({ name }) => casesIn(join(programs, name), `${name}/`));
}

function casesIn(folder: string, prefix: string): readonly ConformanceCase[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.kir'))
    .map((file) => {
      const expected: Omit<ConformanceCase, 'name' | 'source'> = JSON.parse(
        readFileSync(join(folder, file.replace(/kir$/, 'json')), 'utf8'),
      );
      return { name: `${prefix}${file.replace(/\.kir$/, '')}`, source: readFileSync(join(folder, file), 'utf8'), ...expected };
    });
}
