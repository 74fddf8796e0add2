import { rmSync } from 'node:fs';
import path from 'node:path';
import { PLAIN } from '@kirchhoff/reports';
import { CLOSED, eachInAFolder, OPEN } from '../testing/kir.fixture.js';

const folder = eachInAFolder();

/** Collects what a command writes, and lets a test wait for it. */
class Said {
  #text = '';
  readonly #waiting = new Set<() => void>();

  readonly out = {
    isTerminal: false,
    style: PLAIN,
    write: (text: string): void => {
      this.#text += text;
      for (const wake of this.#waiting) wake();
    },
  };

  /** Waits until the text occurs after what earlier calls have found. */
  async next(wanted: string): Promise<void> {
    for (;;) {
      const at = this.#text.indexOf(wanted);
      if (at >= 0) {
        this.#text = this.#text.slice(at + wanted.length);
        return;
      }
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiting.delete(wake);
          resolve();
        };
        this.#waiting.add(wake);
      });
    }
  }
}

it('checks again after each change of a source, and ends with the last verdict when it is interrupted', async () => {
  folder().write({ 'half.kir': CLOSED });
  const said = new Said();
  const stop = new AbortController();
  const running = folder().kir(['check', '--watch'], { out: said.out, err: said.out, signal: stop.signal });
  await said.next('1 checked: 1 closed');
  await said.next('press Ctrl-C to end');
  folder().write({ 'rules/share.kir': OPEN });
  await said.next('rules/share.kir  open');
  await said.next('2 checked: 1 closed, 1 open');
  await said.next('press Ctrl-C to end');
  folder().write({ 'rules/share.kir': OPEN.replace('0..10\n', '1..10\n') });
  await said.next('2 checked: 2 closed');
  await said.next('press Ctrl-C to end');
  folder().write({ 'half.kir': 'circuit {' });
  await said.next('1 invalid');
  await said.next('press Ctrl-C to end');
  stop.abort();
  expect((await running).exitCode).toBe(2);
});

it('goes on when its only source is away for a moment', async () => {
  folder().write({ 'half.kir': CLOSED });
  const said = new Said();
  const stop = new AbortController();
  const running = folder().kir(['check', '--watch'], { out: said.out, err: said.out, signal: stop.signal });
  await said.next('press Ctrl-C to end');
  rmSync(path.join(folder().path, 'half.kir'));
  await said.next("'.' matches no source.");
  await said.next('press Ctrl-C to end');
  folder().write({ 'half.kir': CLOSED });
  await said.next('1 checked: 1 closed');
  await said.next('press Ctrl-C to end');
  stop.abort();
  expect((await running).exitCode).toBe(0);
});

it('does not check again when another file changes', async () => {
  folder().write({ 'half.kir': CLOSED });
  const said = new Said();
  const stop = new AbortController();
  const running = folder().kir(['check', '--watch'], { out: said.out, err: said.out, signal: stop.signal });
  await said.next('press Ctrl-C to end');
  folder().write({ 'notes.md': 'something', 'node_modules/x/half.kir': OPEN });
  const isAgain = said.next('checked').then(() => true);
  const isQuiet = new Promise((resolve) => setTimeout(() => resolve(false), 1_000));
  expect(await Promise.race([isAgain, isQuiet])).toBe(false);
  folder().write({ 'half.kir': OPEN });
  expect(await isAgain).toBe(true);
  await said.next('press Ctrl-C to end');
  stop.abort();
  expect((await running).exitCode).toBe(1);
});
