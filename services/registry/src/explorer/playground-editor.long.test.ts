import { EventEmitter, once } from 'node:events';
import type { Browser, Page } from 'playwright-core';
import { startTestRegistry, type TestRegistry } from '../testing/registry.fixture.js';
import { chromiumPath, focusSource, startBrowser, watchedPage } from './testing/browser.fixture.js';

/** The editor of the playground: explanations, completion and folding. */

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

/** Keeps what the editor announces to screen readers from now on: the editor removes each announcement after 200 ms. */
const KEEP_ANNOUNCEMENTS = `
  self.announced = [];
  const keep = (changes) => self.announced.push(...changes.flatMap(({ addedNodes }) => [...addedNodes].map((node) => node.textContent)));
  new MutationObserver(keep).observe(document.querySelector('.cm-announced'), { childList: true });
  self.untilAnnounced = async (text) => {
    while (!self.announced.includes(text)) await new Promise((resolve) => setTimeout(resolve, 20));
  };
`;

async function untilAnnounced(page: Page, text: string): Promise<void> {
  await page.evaluate(`untilAnnounced(${JSON.stringify(text)})`);
}

(path === null ? describe.skip : describe)('the editor of the playground', () => {
  const SOURCE = `component half(of_all: 0..100) -> 0..50 { of_all / 2 }
circuit words {
  input price: 0..1_000
  output shown: 0..2_000
  // no price here
  shown = MAX(price, half(7)) * 2
}`;

  test('takes over what was typed before it has loaded, with the cursor and the focus', async () => {
    const { page, wrong } = await watchedPage(browser);
    const gate = new EventEmitter();
    const opened = once(gate, 'open');
    await page.route(/\/editor-[^/]*js$/, async (route) => {
      await opened;
      await route.continue();
    });
    await page.goto(address);
    const plain = page.locator('.plain textarea');
    await plain.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('circuit early {\n  input a: 0..9\n  output b: 0..10\n  b = a + 1\n}');
    await becomes(page, 'Closed');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('End');
    await page.keyboard.type(' ');
    gate.emit('open');
    await page.locator('.cm-focused').waitFor();
    await page.keyboard.type('+ 10');
    await page.locator('.cm-line', { hasText: /^ {2}b = a \+ 1 \+ 10$/ }).waitFor();
    await becomes(page, 'Open');
    expect(await plain.isVisible()).toBe(false);
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('explains the word under the pointer, and by a key at the cursor', async () => {
    const { page, wrong } = await watchedPage(browser);
    await page.goto(address);
    await becomes(page, 'Open: phi_c = 0.7142');
    await write(page, SOURCE);
    await becomes(page, 'Closed');
    await page.locator('.current').waitFor();
    const hint = page.locator('.cm-hint');
    await page.locator('.cm-line span', { hasText: /^MAX$/ }).hover();
    await hint.filter({ hasText: 'MAX(a int, b int) → int' }).waitFor();
    await page.locator('header').hover();
    await hint.waitFor({ state: 'detached' });
    await page.evaluate(KEEP_ANNOUNCEMENTS);
    await page.locator('.cm-line', { hasText: 'shown = MAX' }).click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Control+i');
    await hint.waitFor();
    expect(await hint.innerText()).toMatch(/^shown: int\s+Always in 0..2000.$/);
    await untilAnnounced(page, 'shown: int. Always in 0..2000.');
    await page.keyboard.press('Escape');
    await hint.waitFor({ state: 'detached' });
    // A word of a comment is no value.
    await page.locator('.cm-line', { hasText: 'no price here' }).click();
    await page.keyboard.press('End');
    await page.keyboard.press('Control+i');
    await untilAnnounced(page, 'There is no explanation here.');
    expect(await hint.count()).toBe(0);
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('completes names with their domains and monomers with their signatures, and folds a block', async () => {
    const { page, wrong } = await watchedPage(browser);
    await page.goto(address);
    await becomes(page, 'Open: phi_c = 0.7142');
    await write(page, SOURCE);
    await becomes(page, 'Closed');
    await page.locator('.cm-line', { hasText: 'shown = MAX' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' + pri');
    const options = page.locator('.cm-tooltip-autocomplete li');
    await options.filter({ hasText: 'price' }).first().waitFor();
    expect(await options.first().innerText()).toContain('0..1000');
    await page.keyboard.press('Escape');
    await page.keyboard.type(' * MULDIV');
    await options.filter({ hasText: 'MULDIV_EVEN' }).waitFor();
    expect(await options.first().innerText()).toContain('(a int, b int, c int) → int');
    expect(await page.locator('.cm-completionInfo').innerText()).not.toBe('');
    await page.keyboard.press('Enter');
    expect(await page.locator('.cm-content').innerText()).toContain('* MULDIV');
    await page.locator('.cm-foldGutter .cm-gutterElement:visible span').first().click();
    await page.locator('.cm-foldPlaceholder').waitFor();
    expect(await page.locator('.cm-content').innerText()).not.toContain('input price');
    expect(wrong).toEqual([]);
    await page.close();
  });
});
