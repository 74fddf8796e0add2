import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CUT_EXIT_CODE, shutDown, WorkCut } from './shutdown.js';

const errors: object[] = [];
beforeEach(() => errors.splice(0));
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

it('gives up when the time is over, and says at what', async () => {
  expect(await shutDown([{ name: 'stuck', run: async () => new Promise(() => undefined) }], log, 20)).toBe('late');
  expect(errors).toEqual([{ step: 'stuck' }]);
});

it('says how much work was interrupted, and goes on', async () => {
  const seen: string[] = [];
  const cut = { name: 'server', run: async () => Promise.reject(new WorkCut({ requests: 4 })) };
  expect(await shutDown([cut, { name: 'database', run: async () => seen.push('database') }], log)).toBe('cut');
  expect([errors, seen]).toEqual([[{ step: 'server', requests: 4 }], ['database']]);
});

describe('a process on SIGTERM', () => {
  it.each([
    ['done', 0],
    ['cut', CUT_EXIT_CODE],
    ['stuck', CUT_EXIT_CODE],
  ])('with work that is %s ends with %i', async (work, code) => {
    const child = spawn(process.execPath, [require.resolve('./process.fixture.js'), work], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([code, null]);
  });

  it.each(['gone', 'stuck'])('ends though whoever reads its log is %s', async (reader) => {
    const child = spawn(process.execPath, [require.resolve('./process.fixture.js'), 'done', 'info'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    if (reader === 'gone') child.stdout.destroy();
    else child.stdout.pause();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('writes what its log holds before it ends', async () => {
    const child = spawn(process.execPath, [require.resolve('./process.fixture.js'), 'done', 'info'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let written = '';
    child.stdout.on('data', (bytes: Buffer) => {
      written += bytes.toString();
    });
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    await once(child, 'close');
    expect(written).toMatch(/before the end.*\n.*"outcome":"clean","msg":"shut down"\}\n$/s);
  });
});
