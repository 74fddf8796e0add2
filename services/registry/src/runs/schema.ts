import { FAILURES, RUN_NAMES, type RunKind, type RunView } from './run.js';

const PID = { type: 'string', pattern: '^cir_[0-9A-Za-z]{22}$' } as const;
const TIME = { type: 'string', format: 'date-time' } as const;
const TIME_OR_NULL = { type: ['string', 'null'], format: 'date-time' } as const;
const IDENTIFIERS = {
  certification: { type: 'string', pattern: '^crt_[0-9A-Za-z]{22}$' },
  verification: { type: 'string', pattern: '^vrf_[0-9A-Za-z]{22}$' },
} as const satisfies Readonly<Record<RunKind, object>>;

/** The schema of a run that continues after the response. */
export function acceptedSchema(kind: RunKind) {
  const { member, title } = RUN_NAMES[kind];
  return {
    title: `Accepted${title}`,
    type: 'object',
    additionalProperties: false,
    required: ['pid', member, 'status'],
    properties: { pid: PID, [member]: IDENTIFIERS[kind], status: { type: 'string', enum: ['queued', 'running'] } },
  } as const;
}

/** The schema of `runJson`. */
export function runSchema(kind: RunKind, result: object) {
  const { member, title } = RUN_NAMES[kind];
  return {
    title,
    type: 'object',
    additionalProperties: false,
    required: [member, 'pid', 'version', 'status', 'created_at', 'started_at', 'finished_at'],
    properties: {
      [member]: IDENTIFIERS[kind],
      pid: PID,
      version: { type: 'integer', minimum: 1 },
      status: { type: 'string', enum: ['queued', 'running', 'done', 'failed'] },
      created_at: TIME,
      started_at: TIME_OR_NULL,
      finished_at: TIME_OR_NULL,
      failure: { type: 'string', enum: Object.values(FAILURES[kind]), description: 'Present if the run failed.' },
      result,
    },
  } as const;
}

/** Encodes a run as JSON. The result is inserted as its stored bytes, since a re-encoded object could differ. */
export function runJson(kind: RunKind, run: RunView): Uint8Array {
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
