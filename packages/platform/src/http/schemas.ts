import { invalidRequest, type Problem } from '../problems/problem.js';

/**
 * Text without NUL, which Postgres cannot hold, and without an API key that was pasted into the wrong field: for names
 * and descriptions.
 */
export const LABEL = { type: 'string', format: 'label' } as const;

/**
 * A name in one line, shown as it was typed: not blank, and without control characters, characters that turn the
 * direction of text around, and those without a meaning of their own, which would make one name look like another.
 */
export const NAME = { type: 'string', format: 'name', minLength: 1, maxLength: 100 } as const;

/** The source of a program that is kept: others may read it, so that an API key in it is refused. */
export const SOURCE = { type: 'string', not: { type: 'string', pattern: 'svc_live_[0-9A-Za-z]{40}' } } as const;

/** What a source may use of: the engine says how many, how long and by which paths, with diagnostics. */
export const FILES = {
  description: 'The texts of the files beside the source, by their paths from it: `./money.kir`.',
  type: 'object',
  // A path is kept too: in the warning that nothing uses the file.
  propertyNames: SOURCE,
  additionalProperties: SOURCE,
} as const;

/** The files of a body by their paths; none where it has none. A map, since a path may be any name. */
export function filesOf(files: Readonly<Record<string, string>> | undefined): ReadonlyMap<string, string> {
  return new Map(Object.entries(files ?? {}));
}

/** The 400 of files without a source; undefined where there is none to refuse. */
export function filesAlone({ source, files }: { readonly source?: string | undefined; readonly files?: unknown }): Problem | undefined {
  if (files === undefined || source !== undefined) return undefined;
  return invalidRequest([{ pointer: '/files', message: 'must stand beside a source' }]);
}

/** The query of a list. */
export const PAGING = {
  page: { type: 'integer', minimum: 1, maximum: 100_000, default: 1 },
  limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
} as const;
