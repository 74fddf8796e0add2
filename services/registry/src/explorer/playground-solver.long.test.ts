import type { Browser, Page } from 'playwright-core';
import { startTestRegistry, type TestRegistry } from '../testing/registry.fixture.js';
import { chromiumPath, focusSource, startBrowser, watchedPage } from './testing/browser.fixture.js';

/** The solver in the playground. */

const path = chromiumPath();
let registry: TestRegistry;
let browser: Browser;
let address: string;
beforeAll(async () => {
  if (path === null) return;
  registry = await startTestRegistry();
  address = `${await registry.serve()}/playground`;
  browser = await startBrowser(path);
});
afterAll(async () => {
  if (path === null) return;
  await browser.close();
  await registry.close();
});

const verdict = (page: Page) => page.locator('.result h2');

/** Replaces the source as a person who types. */
async function write(page: Page, source: string): Promise<void> {
  await focusSource(page);
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(source);
}

async function becomes(page: Page, text: string): Promise<void> {
  await verdict(page).filter({ hasText: text }).waitFor();
}

/** Ranges cannot bound two exclusive ors, and there are too many inputs to run. */
const MASKED = `circuit masked {
  input a: 0..65_535
  input b: 0..65_535
  output c: 0..65_535
  c = (a ^ b) ^ b
  ensure c == a
}`;

(path === null ? describe.skip : describe)('the solver in the playground', () => {
  test('loads where the other layers leave something open, and closes it', async () => {
    const { page, wrong } = await watchedPage(browser);
    const loaded: string[] = [];
    page.on('request', (request) => {
      const [, name] = /\/assets\/(.*)-[\w-]{8}\./.exec(request.url()) ?? [];
      if (name !== undefined) loaded.push(name);
    });
    await page.goto(address);
    await becomes(page, 'Open: phi_c = 0.7142');
    await page.locator('.current').waitFor();
    await write(page, 'circuit plain {\n  input a: 0..9\n  output b: 0..10\n  b = a + 1\n}');
    await becomes(page, 'proven by the rules of the checker');
    expect(loaded).not.toContain('solver-worker');
    await write(page, MASKED);
    await page.locator('.solver', { hasText: 'works on what is undecided' }).waitFor();
    await becomes(page, 'Closed: phi_c = 1.0, proven by the rules and a solver');
    expect(loaded).toContain('z3-built');
    expect(await page.locator('.solver').count()).toBe(0);
    // It finds counterexamples, too.
    await write(page, MASKED.replace('c == a', 'c != 40_000'));
    await page.locator('.counterexample', { hasText: 'a = 40000' }).waitFor();
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('that does not load leaves the verdict of the other layers, and says so', async () => {
    const { page } = await watchedPage(browser);
    await page.route(/z3-built.*wasm$/, (route) => route.abort());
    await page.goto(address);
    await becomes(page, 'Open: phi_c = 0.7142');
    await write(page, MASKED);
    await page.locator('.solver', { hasText: 'could not help' }).waitFor();
    expect(await verdict(page).first().innerText()).toBe('Open: phi_c = 0.8333');
    await page.close();
  });

  test('the next key ends its work', async () => {
    const { page, wrong } = await watchedPage(browser);
    await page.goto(address);
    await becomes(page, 'Open: phi_c = 0.7142');
    await write(page, MASKED);
    await page.locator('.solver', { hasText: 'works on what is undecided' }).waitFor();
    await write(page, 'circuit plain {\n  input a: 0..9\n  output b: 0..10\n  b = a + 1\n}');
    await becomes(page, 'proven by the rules of the checker');
    expect(await page.locator('.solver').count()).toBe(0);
    await write(page, MASKED);
    await becomes(page, 'Closed: phi_c = 1.0, proven by the rules and a solver');
    expect(wrong).toEqual([]);
    await page.close();
  });
});
