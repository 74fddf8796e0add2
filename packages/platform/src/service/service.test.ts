import { ResourceStack } from './service.js';

const log = { info: () => undefined, error: () => undefined };

it('what was opened last is closed first; steps that belong together keep their order', async () => {
  const closed: string[] = [];
  const opened = new ResourceStack();
  expect(opened.add('database', 'db', (value) => closed.push(value))).toBe('db');
  opened.addSteps([
    { name: 'one', run: async () => closed.push('one') },
    { name: 'two', run: async () => closed.push('two') },
  ]);
  opened.add('engine', 'engine', async (value) => closed.push(value));
  for (const step of opened.closing) await step.run();
  expect(closed).toEqual(['engine', 'one', 'two', 'db']);
});

it('where opening the rest fails, what was opened is closed, and the reason goes on', async () => {
  const closed: string[] = [];
  const opened = new ResourceStack();
  const opening = opened.orDispose(async () => {
    opened.add('pool', 'pool', async (value) => closed.push(value));
    opened.add('stuck', 'stuck', async () => Promise.reject(new Error('does not close')));
    throw new Error('no such port');
  }, log);
  await expect(opening).rejects.toThrow('no such port');
  expect(closed).toEqual(['pool']);
});
