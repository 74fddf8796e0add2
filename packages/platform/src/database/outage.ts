const MAX_DEPTH = 8;

/**
 * Returns an exception and all exceptions inside it: the reason of the driver adapter is in `cause`, or in an AggregateError with
 * one attempt per address.
 */
export function causesOf(error: unknown): readonly object[] {
  const found: object[] = [];
  let level: readonly unknown[] = [error];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const objects = level.filter(isObject);
    found.push(...objects);
    level = objects.flatMap((each) => [
      Reflect.get(each, 'cause'),
      member(Reflect.get(each, 'meta'), 'driverAdapterError'),
      ...many(Reflect.get(each, 'errors')),
    ]);
  }
  return found;
}

/** Returns a member that is text; else `undefined`. */
export function textOf(value: object, name: string): string | undefined {
  const found: unknown = Reflect.get(value, name);
  return typeof found === 'string' ? found : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function member(value: unknown, name: string): unknown {
  return isObject(value) ? Reflect.get(value, name) : undefined;
}

function many(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** SQLSTATE classes and codes that mean "not now": connection, resources, operator intervention, statement timeout. */
const SQL_STATES = /^(?:08...|53...|57P0[1-5]|57014|58...|25006)$/;
/** Prisma's codes for: unreachable, timed out, closed by the server, no free connection in time, transaction not started. */
const PRISMA_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1011', 'P1017', 'P2024', 'P2028', 'P2037']);
/** The kinds of Prisma's driver adapter for the same. */
const ADAPTER_KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'TooManyConnections', 'SocketTimeout', 'TlsConnectionError']);
/** Codes of Node for a TLS connection that failed. */
const TLS_CODES = /^(?:ERR_TLS_|ERR_SSL_|CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_(?:GET|VERIFY)_)/;
const NODE_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
/** Messages of `pg` without a code. */
const MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|does not support SSL connections|requires a valid client certificate|, no encryption$/;

/** A missing table or column: the SQLSTATE, and Prisma's code. */
const MISSING = new Set(['42P01', '42703', 'P2021', 'P2022']);

/** Returns true if an exception means that the schema does not fit this build. */
export function isSchemaFault(error: unknown): boolean {
  return causesOf(error).some((cause) => ['code', 'originalCode'].some((name) => MISSING.has(textOf(cause, name) ?? '')));
}

/** Returns true if an exception of Prisma or `pg` means that Postgres is out or overloaded. A faulty statement is not an outage. */
export function isDatabaseOutage(error: unknown): boolean {
  return causesOf(error).some(isOutage);
}

function isOutage(error: object): boolean {
  const codes = ['code', 'originalCode'].map((name) => textOf(error, name)).filter((code) => code !== undefined);
  if (codes.some((code) => SQL_STATES.test(code) || PRISMA_CODES.has(code) || NODE_CODES.has(code) || TLS_CODES.test(code))) return true;
  if (ADAPTER_KINDS.has(textOf(error, 'kind') ?? '')) return true;
  return MESSAGES.test(textOf(error, 'message') ?? '') || MESSAGES.test(textOf(error, 'originalMessage') ?? '');
}
