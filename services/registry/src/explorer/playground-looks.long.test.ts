import type { Browser, Page } from 'playwright-core';
import { startTestRegistry, type TestRegistry } from '../testing/registry.fixture.js';
import { accessibilityFaults, chromiumPath, startBrowser, watchedPage } from './testing/browser.fixture.js';

/** The look of the playground, in both schemes, on a phone and on a wide screen. */

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

async function becomes(page: Page, text: string): Promise<void> {
  await verdict(page).filter({ hasText: text }).waitFor();
}

(path === null ? describe.skip : describe)('the look of the playground', () => {
  test.each(['light', 'dark'] as const)(
    'axe-core finds nothing, in the %s scheme, on a phone and on a wide screen',
    async (colorScheme) => {
      for (const width of [390, 1280]) {
        const { page } = await watchedPage(browser, { colorScheme, viewport: { width, height: 900 } });
        await page.goto(address);
        await becomes(page, 'Open: phi_c = 0.7142');
        await page.locator('.picture img').waitFor();
        await page.getByText('The language at a glance').click();
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
        await page.close();
      }
    },
  );
});
