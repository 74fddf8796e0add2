import type { Certification } from './certification.js';

/**
 * A certification as JSON. The result goes in octet for octet as it was stored, which no object could promise.
 */
export function certificationJson(certification: Certification): Uint8Array {
  const { id, pid, version, status, createdAt, startedAt, finishedAt, result, failure } = certification;
  const head = JSON.stringify({
    certification_id: id,
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
