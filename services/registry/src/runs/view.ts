import { RUN_NAMES, type Run, type RunKind } from './run.js';

/** Encodes a run as JSON. The result is inserted as its stored bytes, since a re-encoded object could differ. */
export function runJson(kind: RunKind, run: Run): Uint8Array {
  const { id, pid, version, status, createdAt, startedAt, finishedAt, result, failure } = run;
  const head = JSON.stringify({
    [RUN_NAMES[kind].member]: id,
    pid,
    version,
    status,
    created_at: createdAt,
    started_at: startedAt,
    finished_at: finishedAt,
    ...(failure === null ? {} : { failure }),
  });
  if (result === null) return Buffer.from(head, 'utf8');
  return Buffer.concat([Buffer.from(`${head.slice(0, -1)},"result":`, 'utf8'), result, Buffer.from('}', 'utf8')]);
}
