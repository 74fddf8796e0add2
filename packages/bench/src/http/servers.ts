import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { Client } from 'pg';

/** The template database of the throw-away servers. */
const TEMPLATE = 'kirchhoff_template';

/** Addresses of a Postgres and a Redis that only the bench uses. */
export interface Servers {
  readonly database: string;
  readonly redis: string;
}

/** @throws if infra/local/servers.mjs has not started this process */
export function serversToUse(): Servers {
  return { database: required('TEST_DATABASE_URL'), redis: required('TEST_REDIS_URL') };
}

/** @returns the address of a new database with the schema */
export async function createDatabase(server: string): Promise<string> {
  const name = `bench_${randomUUID().replaceAll('-', '')}`;
  await query(server, `CREATE DATABASE "${name}" TEMPLATE ${TEMPLATE}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

export async function query(url: string, statement: string, values: readonly unknown[] = []): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}

/** Removes the jobs and counts of earlier users. */
export async function emptyRedis(server: string): Promise<void> {
  const redis = new Redis(server);
  try {
    await redis.flushall();
  } finally {
    redis.disconnect();
  }
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} must be set`);
  return value;
}
