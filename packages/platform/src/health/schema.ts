import { jsonResponse, type Responses } from '../http/response.js';

const OK = { type: 'object', additionalProperties: false, required: ['status'], properties: { status: { const: 'ok' } } } as const;
const REASON = { type: 'string', description: 'Why, and what to do: a sentence for operators.' } as const;
const DOWN = {
  type: 'object',
  additionalProperties: false,
  required: ['status', 'reason'],
  properties: {
    status: { type: 'string', enum: ['down', 'draining'], description: 'Draining where the process stops and still takes requests.' },
    reason: REASON,
  },
} as const;

const CHECK = {
  title: 'HealthCheck',
  type: 'object',
  required: ['status', 'latency_ms'],
  properties: { status: { type: 'string', enum: ['up', 'down'] }, latency_ms: { type: 'number', minimum: 0 } },
  additionalProperties: { type: 'number', description: 'What else the part tells, such as how many jobs wait.' },
} as const;

const HEALTH_SCHEMA = {
  title: 'Health',
  type: 'object',
  additionalProperties: false,
  required: ['status', 'service', 'version', 'uptime', 'checks'],
  properties: {
    status: {
      type: 'string',
      enum: ['ok', 'degraded', 'down'],
      description: 'Down without Postgres or with an older schema, degraded without another part.',
    },
    reason: { ...REASON, description: 'Why it is down, and what to do. Absent unless it is.' },
    service: { type: 'string' },
    version: { type: 'string' },
    uptime: { type: 'integer', minimum: 0, description: 'Whole seconds.' },
    checks: { type: 'object', required: ['postgres'], properties: { postgres: CHECK }, additionalProperties: CHECK },
  },
} as const;

export const ALIVE: Responses = { 200: jsonResponse('It answers.', OK) };

export const READINESS: Responses = {
  200: jsonResponse('Requests may come.', OK),
  503: jsonResponse('Not now: Postgres is out, its schema is older than needed, or the process drains.', DOWN, ['Retry-After']),
};

export const HEALTH: Responses = {
  200: jsonResponse('It serves, whole or without a part that it can do without.', HEALTH_SCHEMA),
  503: jsonResponse('It is down: Postgres is out, or its schema is older than needed.', HEALTH_SCHEMA, ['Retry-After']),
};
