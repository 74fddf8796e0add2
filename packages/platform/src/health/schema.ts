import { jsonResponse, type Responses } from '../http/response.js';

const OK = { type: 'object', additionalProperties: false, required: ['status'], properties: { status: { const: 'ok' } } } as const;
const REASON = { type: 'string', description: 'The reason and the remedy: a sentence for operators.' } as const;
const DOWN = {
  type: 'object',
  additionalProperties: false,
  required: ['status', 'reason'],
  properties: {
    status: { type: 'string', enum: ['down', 'draining'], description: '`draining`: the process is stopping and still accepts requests.' },
    reason: REASON,
  },
} as const;

const CHECK = {
  title: 'HealthCheck',
  type: 'object',
  required: ['status', 'latency_ms'],
  properties: { status: { type: 'string', enum: ['up', 'down'] }, latency_ms: { type: 'number', minimum: 0 } },
  additionalProperties: { type: 'number', description: 'Further details of the dependency, such as the number of waiting jobs.' },
} as const;

const HEALTH_SCHEMA = {
  title: 'Health',
  type: 'object',
  additionalProperties: false,
  required: ['status', 'service', 'version', 'engine_version', 'uptime', 'checks'],
  properties: {
    status: {
      type: 'string',
      enum: ['ok', 'degraded', 'down'],
      description: '`down` without Postgres or with an older schema, `degraded` without another dependency.',
    },
    reason: { ...REASON, description: 'The reason why it is down, and the remedy. Absent if it is not down.' },
    service: { type: 'string' },
    version: { type: 'string' },
    engine_version: { type: 'string', description: 'The engine that decides in this service.' },
    uptime: { type: 'integer', minimum: 0, description: 'Whole seconds.' },
    checks: { type: 'object', required: ['postgres'], properties: { postgres: CHECK }, additionalProperties: CHECK },
  },
} as const;

export const ALIVE: Responses = { 200: jsonResponse('It answers.', OK) };

export const READINESS: Responses = {
  200: jsonResponse('The process may receive requests.', OK),
  503: jsonResponse('The process must not receive requests: Postgres is out, its schema is too old, or the process is draining.', DOWN, [
    'Retry-After',
  ]),
};

export const HEALTH: Responses = {
  200: jsonResponse('The service works, possibly without an optional dependency.', HEALTH_SCHEMA),
  503: jsonResponse('The service is down: Postgres is out, or its schema is too old.', HEALTH_SCHEMA, ['Retry-After']),
};
