import { readFile } from 'node:fs/promises';
import { type Database, Prisma } from '@kirchhoff/platform';

/**
 * Measures how long the processor was busy with this process and with the one connection of the database, in milliseconds: other
 * work on the machine is not counted. Linux only, with Postgres on the same machine.
 * @returns `undefined` if the system does not tell it
 */
export async function busyTime(database: Database): Promise<(() => Promise<number>) | undefined> {
  const [row] = await database.$queryRaw<{ pid: number }[]>(Prisma.sql`SELECT pg_backend_pid() AS pid`);
  const files = ['/proc/self/schedstat', `/proc/${row?.pid ?? 0}/schedstat`];
  const read = async (): Promise<number> => {
    const texts = await Promise.all(files.map(async (file) => readFile(file, 'utf8')));
    return texts.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / 1e6;
  };
  try {
    await read();
    return read;
  } catch {
    return undefined;
  }
}
