import { execFileSync } from 'node:child_process';

it('a thread loads the engine alone: no server, and no client of Postgres or Redis', () => {
  const program = `require(${JSON.stringify(require.resolve('./tasks.js'))}); console.log(JSON.stringify(Object.keys(require.cache)))`;
  const loaded: readonly string[] = JSON.parse(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' }));
  expect(loaded).toContain(require.resolve('./tasks.js'));
  expect(loaded.filter((file) => /\/node_modules\/(?:express|bullmq|ioredis|pg|@prisma\/client|pino)\//.test(file))).toEqual([]);
});
