import { makeKey } from '../authentication/api-key.js';
import { systemRandomness } from '../environment/randomness.js';
import { createLogger } from './logger.js';
import { requestLog } from './request-log.js';

function collect() {
  const lines: string[] = [];
  return { lines, logger: createLogger('registry', 'info', { write: (line) => void lines.push(line) }) };
}

it('no key and no password is written, wherever it came from', () => {
  const key = makeKey(systemRandomness);
  const { lines, logger } = collect();
  logger.info({ headers: { authorization: `Bearer ${key}` } }, `key ${key}`);
  requestLog(logger, 'group').failed(new Error(`no row for ${key} at postgresql://user:hunter2@host/db`), 'id');
  expect(lines).toHaveLength(2);
  expect(lines.join('')).not.toContain(key.slice(9, 20));
  expect(lines.join('')).not.toContain('hunter2');
  expect(lines[1]).toContain('postgresql://user:[password]@host/db');
});

it('a line is JSON with time, level, service and request', () => {
  const { lines, logger } = collect();
  requestLog(logger, 'group').answered({
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    spanId: '00f067aa0ba902b7',
    requestId: 'id',
    method: 'GET',
    route: '/x',
    status: 200,
    milliseconds: 1,
    keyId: 'key_1',
    accountId: 'acc_1',
    address: '2001:db8:1:2:3:4:5:6',
    aborted: false,
  });
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    service: 'registry',
    request_id: 'id',
    trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
    span_id: '00f067aa0ba902b7',
    key_id: 'key_1',
    account_id: 'acc_1',
    client: '2001:db8:1:2::/64',
    method: 'GET',
    route: '/x',
    status: 200,
    milliseconds: 1,
    aborted: false,
    msg: 'answered',
  });
});

it('says nothing of the client where that is asked for', () => {
  const { lines, logger } = collect();
  const trace = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', requestId: 'id' };
  const whose = { keyId: undefined, accountId: undefined, address: '192.0.2.1' };
  requestLog(logger, 'none').answered({ ...trace, ...whose, method: 'GET', route: '/x', status: 401, milliseconds: 1, aborted: false });
  expect(JSON.parse(lines[0] ?? '')).not.toHaveProperty('client');
  expect(lines[0]).not.toContain('192.0.2.1');
});
