import { type ResolvePins, withPins } from '@kirchhoff/engine-host';
import { filesOf, invalidRequest, type Problem, problem, type RateSubject, type Share, type TimeMeter } from '@kirchhoff/platform';
import { jsonBytes } from '../engine/answers.js';
import type { CompilerEngine } from '../engine/engine.js';
import type { ComputeLimits } from '../limits.js';

/** One source of a batch. */
export interface BatchSource {
  readonly name: string;
  readonly source: string;
  readonly files?: Readonly<Record<string, string>>;
}

export interface BatchAsker {
  readonly accountId: string;
  readonly subject: RateSubject;
  readonly share: Share;
  readonly signal: AbortSignal;
}

/** Returns the 400 for sources with the name of an earlier one: their results could not be distinguished by name. */
export function repeatedNames(sources: readonly BatchSource[]): Problem | undefined {
  const names = new Set<string>();
  const errors = sources.flatMap(({ name }, index) => {
    const isRepeated = names.has(name);
    names.add(name);
    return isRepeated ? [{ pointer: `/sources/${index}/name`, message: 'is the name of an earlier source' }] : [];
  });
  return errors.length === 0 ? undefined : invalidRequest(errors.slice(0, MAX_ERRORS));
}

/** Maximal number of errors that a refusal lists. */
const MAX_ERRORS = 100;

/** Maximal number of tasks of one batch in the pool: fewer than may wait for one account. */
const MAX_TASKS = 4;

/** Maximal bytes of the analyses in one answer. */
const MAX_ANSWER = 32 * 1_048_576;

/**
 * Analyzes sources, each as a task of its own, which waits in the account's fair queue and is charged by itself. For a source that
 * cannot be analyzed, the result is its problem.
 *
 * @returns the bytes of `{"results": […]}` in the order of the sources, or the 413 of an answer that would be too large
 */
export async function analyzeBatch(
  sources: readonly BatchSource[],
  asker: BatchAsker,
  { engine, resolve, budget }: { readonly engine: CompilerEngine; readonly resolve: ResolvePins; readonly budget: ComputeLimits['budget'] },
): Promise<Uint8Array | Problem> {
  const { accountId, subject, share, signal } = asker;
  const results: Uint8Array[] = [];
  let size = 0;
  let next = 0;
  const analyzeOne = async ({ name, source, files }: BatchSource): Promise<Uint8Array> => {
    const work = { source, files: filesOf(files), form: 'json', name, requireClosed: false } as const;
    const bytes = [source, ...Object.values(files ?? {})].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    const analyzed = await budget.metered({ subject, bytes, signal }, async (meter: TimeMeter) => {
      const { outcome } = await withPins(
        async (pins) => engine.analyze({ ...work, pins }, { signal, meter, share }),
        async (pins) => resolve(pins, accountId),
      );
      return outcome;
    });
    switch (analyzed.kind) {
      case 'answer':
        return analyzedBytes(name, analyzed.json);
      case 'diagnostics':
        return jsonBytes({ name, status: 'invalid', diagnostics: analyzed.diagnostics });
      case 'problem':
        return refusedBytes(name, analyzed);
      case 'not-closed':
        throw new Error('a batch requires nothing to close');
    }
  };
  const work = async (): Promise<void> => {
    for (let index = next++; index < sources.length && size <= MAX_ANSWER; index = next++) {
      signal.throwIfAborted();
      const source = sources[index];
      if (source === undefined) return;
      const result = await analyzeOne(source);
      results[index] = result;
      size += result.length;
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_TASKS, sources.length) }, work));
  if (size > MAX_ANSWER) return problem('payload-too-large', `The answer would be larger than ${MAX_ANSWER} bytes: send fewer sources.`);
  return Buffer.concat([
    Buffer.from('{"results":['),
    ...results.flatMap((part, index) => (index === 0 ? [part] : [COMMA, part])),
    Buffer.from(']}'),
  ]);
}

const COMMA = Buffer.from(',');

function refusedBytes(name: string, { code, detail, headers }: Problem): Uint8Array {
  const seconds = Number(headers['Retry-After']);
  return jsonBytes({ name, status: 'refused', problem: { code, detail, ...(seconds > 0 ? { retry_after: seconds } : {}) } });
}

/** The analysis is inserted as the bytes from the thread. */
function analyzedBytes(name: string, analysis: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`{"name":${JSON.stringify(name)},"status":"analyzed","analysis":`), analysis, Buffer.from('}')]);
}
