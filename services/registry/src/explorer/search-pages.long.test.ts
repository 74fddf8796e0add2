import type { Browser } from 'playwright-core';
import { startTestRegistry, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';
import { accessibilityFaults, chromiumPath, startBrowser, watchedPage } from './testing/browser.fixture.js';

/** A person who looks for circuits and operations, in the distribution's Chromium. */

const path = chromiumPath();
let registry: TestRegistry;
let browser: Browser;
let address: string;
let owner: string;
beforeAll(async () => {
  if (path === null) return;
  registry = await startTestRegistry();
  const ada = await registry.register();
  owner = ada.accountId;
  const names = ['Alpha fee', 'Beta fee', 'Gamma rate', '"><img src=x onerror=alert(1)>'];
  for (const [number, name] of names.entries()) await registry.publish(ada, closedCircuit(number), { name });
  address = await registry.serve();
  browser = await startBrowser(path);
});
afterAll(async () => {
  if (path === null) return;
  await browser.close();
  await registry.close();
});

(path === null ? describe.skip : describe)('looking for a circuit or an operation', () => {
  test('leads from / by a word to the circuit', async () => {
    const { page, wrong } = await watchedPage(browser);
    await page.goto(`${address}/`);
    await page.getByLabel('Find a circuit').fill('gamma');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Gamma rate' }).click();
    expect(await page.locator('h1').innerText()).toBe('Gamma rate');
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('finds while typing, keeps the address, and moves by the keyboard', async () => {
    const { page, wrong } = await watchedPage(browser);
    await page.goto(`${address}/circuits`);
    expect(await page.getByRole('status').innerText()).toBe('4 circuits');
    await page.keyboard.press('/');
    await page.keyboard.type('fe');
    await page.getByRole('status').filter({ hasText: '2 circuits' }).waitFor();
    // The first letter alone finds the same circuits.
    await page.waitForURL(({ search }) => search === '?search=fe');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const [first, second] = await page.locator('.circuits .name').allInnerTexts();
    expect(await page.evaluate('document.activeElement.textContent')).toBe(second);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(/cir_/);
    expect(await page.locator('h1').innerText()).toBe(first);
    await page.goBack();
    await page.getByLabel('State').selectOption('certified');
    await page.getByRole('status').filter({ hasText: '0 circuits' }).waitFor();
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('an operation of the catalog is found by its usual name, and runs on the reader’s values', async () => {
    const { page, wrong } = await watchedPage(browser);
    await page.goto(`${address}/catalog`);
    await page.getByRole('status').filter({ hasText: '128 operations' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('modulo');
    await page.locator('.monomers strong', { hasText: 'MOD' }).first().waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: /^[1-9] operations$/ })
      .waitFor();
    await page.locator('.monomers a').first().click();
    const output = page.locator('output.result');
    await page.getByRole('button', { name: 'Run example 1' }).click();
    await output.filter({ hasText: '=' }).waitFor();
    await page.getByLabel('a', { exact: true }).fill('17');
    await page.getByLabel('b', { exact: true }).fill('5');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await output.filter({ hasText: 'MOD(17, 5) = 2' }).waitFor();
    await page.getByLabel('b', { exact: true }).fill('0');
    await page.keyboard.press('Enter');
    await output.filter({ hasText: 'The precondition does not hold' }).waitFor();
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('without JavaScript, search and paging are links and forms', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${address}/circuits`);
    await page.getByLabel('Words of name or description').fill('beta');
    await page.getByRole('button', { name: 'Search' }).click();
    expect(await page.locator('.circuits .name').allInnerTexts()).toEqual(['Beta fee']);
    await page.goto(`${address}/catalog?search=sha`);
    expect(await page.locator('.monomers strong').first().innerText()).toMatch(/^SHA/);
    await context.close();
  });

  test.each(['light', 'dark'] as const)(
    'axe-core finds nothing, in the %s scheme, on a phone and on a wide screen',
    async (colorScheme) => {
      for (const width of [390, 1280]) {
        const { page } = await watchedPage(browser, { colorScheme, viewport: { width, height: 900 } });
        for (const shown of [
          '/',
          '/circuits',
          '/circuits?search=nothinglikeit',
          `/owners/${owner}`,
          '/catalog',
          '/catalog/DIV',
          '/catalog/MAP',
        ]) {
          await page.goto(`${address}${shown}`);
          expect([shown, await accessibilityFaults(page)]).toEqual([shown, []]);
          expect([shown, await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')]).toEqual([shown, true]);
        }
        await page.close();
      }
    },
  );
});
