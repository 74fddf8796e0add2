import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One conformance case (conformance/README.md). */
export interface ConformanceCase {
  readonly name: string;
  readonly source: string;
  readonly expect: 'closed' | 'open';
  readonly error?: { readonly type: string; readonly domain?: string; readonly line?: number };
  readonly counterexample?: boolean;
  readonly vectors: readonly {
    readonly inputs: Record<string, unknown>;
    readonly outputs?: Record<string, unknown>;
    readonly domain_error?: boolean;
  }[];
}

const FOLDER = join(__dirname, '../../../../conformance');

/** All cases of the project, by name. */
export function conformanceCases(): readonly ConformanceCase[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.kir'))
    .map((file) => {
      const expected: Omit<ConformanceCase, 'name' | 'source'> = JSON.parse(
        readFileSync(join(FOLDER, file.replace(/kir$/, 'json')), 'utf8'),
      );
      return { name: file.replace(/\.kir$/, ''), source: readFileSync(join(FOLDER, file), 'utf8'), ...expected };
    });
}
