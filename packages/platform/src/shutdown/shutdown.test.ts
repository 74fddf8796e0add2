import { shutDown } from './shutdown.js';

const errors: object[] = [];
const log = { info: () => undefined, error: (fields: object) => void errors.push(fields) };

it('runs the steps in order, each also after one that failed', async () => {
  const seen: string[] = [];
  const step = (name: string, fails = false) => ({
    name,
    run: async () => {
      seen.push(name);
      if (fails) throw new Error(name);
    },
  });
  expect(await shutDown([step('server'), step('worker', true), step('database')], log)).toBe('clean');
  expect(seen).toEqual(['server', 'worker', 'database']);
  expect(errors).toMatchObject([{ step: 'worker' }]);
});

it('gives up when the time is over', async () => {
  expect(await shutDown([{ name: 'stuck', run: async () => new Promise(() => undefined) }], log, 20)).toBe('late');
});
