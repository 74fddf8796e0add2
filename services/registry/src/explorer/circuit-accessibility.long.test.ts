import type { Browser } from 'playwright-core';
import { startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { BY_ASSURANCE, OPEN_CIRCUIT } from '../testing/sources.fixture.js';
import { accessibilityFaults, chromiumPath, startBrowser, watchedPage } from './testing/browser.fixture.js';

/** The accessibility of the page of a circuit, in the distribution's Chromium. */

const path = chromiumPath();
let registry: TestRegistry;
let browser: Browser;
let address: string;
let ada: TestAccount;
beforeAll(async () => {
  if (path === null) return;
  registry = await startTestRegistry();
  await registry.startWorker();
  ada = await registry.register();
  address = await registry.serve();
  browser = await startBrowser(path);
});
afterAll(async () => {
  if (path === null) return;
  await browser.close();
  await registry.close();
});

async function certified(source: string, name: string): Promise<string> {
  const pid = await registry.publish(ada, source, { name });
  await registry.certify(ada, pid);
  return pid;
}

(path === null ? describe.skip : describe)('the page of a circuit', () => {
  test.each(['light', 'dark'] as const)(
    'axe-core finds nothing, in the %s scheme, on a phone and on a wide screen',
    async (colorScheme) => {
      const open = await certified(OPEN_CIRCUIT, `open in ${colorScheme}`);
      const pid = await certified(BY_ASSURANCE.kernel, `closed in ${colorScheme}`);
      for (const width of [390, 1280]) {
        for (const shown of [pid, open, 'cir_0000000000000000000000']) {
          const { page } = await watchedPage(browser, { colorScheme, viewport: { width, height: 900 } });
          await page.goto(`${address}/circuits/${shown}`);
          if (shown !== 'cir_0000000000000000000000') await page.locator('.picture svg').waitFor();
          expect(await accessibilityFaults(page)).toEqual([]);
          expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
          await page.close();
        }
      }
    },
  );
});
