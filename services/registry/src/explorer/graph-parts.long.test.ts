import type { Browser } from 'playwright-core';
import { startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { longCircuit } from '../testing/sources.fixture.js';
import { accessibilityFaults, chromiumPath, focusSource, startBrowser, watchedPage } from './testing/browser.fixture.js';

/** Collapsed parts of a large graph, in the distribution's Chromium. */

const path = chromiumPath();
let registry: TestRegistry;
let browser: Browser;
let address: string;
let ada: TestAccount;
let page0: string;
beforeAll(async () => {
  if (path === null) return;
  registry = await startTestRegistry();
  ada = await registry.register();
  address = await registry.serve();
  page0 = `${address}/circuits/${await registry.publish(ada, longCircuit(700))}`;
  browser = await startBrowser(path);
});
afterAll(async () => {
  if (path === null) return;
  await browser.close();
  await registry.close();
});

(path === null ? describe.skip : describe)('a graph of 2,100 nodes on the page of its circuit', () => {
  test('a collapsed card opens by a click, and its part goes on and closes by keyboard, in the same page', async () => {
    const { page, wrong } = await watchedPage(browser);
    await page.goto(page0);
    const card = page.locator('.picture svg g[data-part]');
    await card.click();
    const title = page.locator('.part strong');
    await title.filter({ hasText: 'operations, 1 to 40 of 2,100' }).waitFor();
    expect(new URL(page.url()).search).toBe('?version=1&part=circuit.r1');
    await page.locator('.picture svg g[id]').nth(20).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Operations after' }).focus();
    await page.keyboard.press('Enter');
    await title.filter({ hasText: 'operations, 41 to 80 of 2,100' }).waitFor();
    await page.goBack();
    await title.filter({ hasText: 'operations, 1 to 40 of 2,100' }).waitFor();
    await page.getByRole('link', { name: 'Close this part' }).focus();
    await page.keyboard.press('Enter');
    await card.waitFor();
    expect(new URL(page.url()).search).toBe('?version=1');
    await page.getByRole('link', { name: 'Open long' }).focus();
    await page.keyboard.press('Enter');
    await title.filter({ hasText: 'operations, 1 to 40 of 2,100' }).waitFor();
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('without JavaScript links open and close it', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(page0);
    await page.getByRole('link', { name: 'Open long' }).click();
    expect(await page.locator('.part strong').innerText()).toBe('long: operations, 1 to 40 of 2,100');
    await page.getByRole('link', { name: 'Operations after' }).click();
    expect(await page.locator('.picture img').getAttribute('src')).toContain('&part=circuit.r1.41');
    await page.getByRole('link', { name: 'Close this part' }).click();
    expect(await page.locator('.part').count()).toBe(0);
    await context.close();
  });
});

(path === null ? describe.skip : describe)('a graph of 300 nodes in the playground', () => {
  test('a collapsed card opens by keyboard, goes on and closes; a new source closes it, too', async () => {
    const { page, wrong } = await watchedPage(browser);
    await page.goto(`${address}/playground`);
    await page.locator('.picture img').waitFor();
    await focusSource(page);
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(longCircuit(100));
    const card = page.getByRole('button', { name: 'Open the collapsed part of 300 nodes' });
    await card.focus();
    await page.keyboard.press('Enter');
    const title = page.locator('.graph strong');
    await title.filter({ hasText: 'operations, 1 to 40 of 300' }).waitFor();
    expect(await card.count()).toBe(0);
    await page.getByRole('button', { name: 'Operations after' }).click();
    await title.filter({ hasText: 'operations, 41 to 80 of 300' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close this part' }).click();
    await card.click();
    await title.waitFor();
    await focusSource(page);
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('// another one\n');
    await card.waitFor();
    expect(await title.count()).toBe(0);
    expect(wrong).toEqual([]);
    await page.close();
  });
});
