import type { Browser } from 'playwright-core';
import { type ServiceProcess, startService } from '../../testing/processes.fixture.js';
import { startTestRegistry, type TestRegistry } from '../../testing/registry.fixture.js';
import { HOSTILE, registerOn, watched } from '../testing/account-page.fixture.js';
import { accessibilityFaults, chromiumPath, startBrowser } from '../testing/browser.fixture.js';

/** The look of the pages of an account, in the distribution's Chromium, with hostile names. */

const path = chromiumPath();
/** A folder for pictures of the pages; empty for none. */
const PICTURES = process.env['PICTURES_FOLDER'] ?? '';
let registry: TestRegistry;
let compiler: ServiceProcess;
let browser: Browser;
let address: string;
beforeAll(async () => {
  if (path === null) return;
  registry = await startTestRegistry(async (servers) => {
    compiler = await startService('compiler', { ...servers, ENGINE_THREADS: '1' });
    return { COMPILER_URL: compiler.address };
  });
  address = await registry.serve();
  browser = await startBrowser(path);
}, 60_000);
afterAll(async () => {
  if (path === null) return;
  await browser.close();
  await registry.close();
  await compiler.stop();
});

(path === null ? describe.skip : describe)('a person', () => {
  test.each([
    ['light', 390],
    ['dark', 390],
    ['light', 1280],
    ['dark', 1280],
  ] as const)('sees pages without a fault, in the %s scheme, on a screen of %d pixels', async (colorScheme, width) => {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
    const { page, wrong } = await watched(context, address);
    const seen = async (name: string) => {
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
      if (PICTURES !== '') await page.screenshot({ path: `${PICTURES}/account-${name}-${colorScheme}-${width}.png`, fullPage: true });
    };
    await page.goto(`${address}/account`);
    await seen('sign-in');
    await registerOn(page, address, `Ada ${HOSTILE}`);
    await seen('key');
    await page.getByRole('link', { name: 'Go to your account' }).click();
    await page.getByText('Revoke…').click();
    await seen('overview');
    await page.goto(`${address}/account/webhooks`);
    await page.getByLabel('Address').fill(`https://hooks.example.com/${'long'.repeat(40)}`);
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await seen('secret');
    await page.getByRole('link', { name: 'Go to the webhook' }).click();
    const id = /whk_\w+/.exec(page.url())?.[0] ?? '';
    await registry.database
      .$executeRaw`INSERT INTO webhook_deliveries (webhook_id, event_id, event_type, payload, status, next_attempt_at, last_error)
        VALUES (${id}, ${`evt_${id.slice(4)}`}, 'circuit.published', '', 'dead', now(), ${HOSTILE})`;
    await page.reload();
    await seen('deliveries');
    await page.goto(`${address}/account/webhooks`);
    await seen('webhooks');
    await page.goto(`${address}/account/audit`);
    await seen('audit');
    await page.goto(`${address}/policies`);
    await page.getByLabel('Name', { exact: true }).fill(HOSTILE);
    await seen('policies');
    await page.getByRole('button', { name: 'Create policy' }).click();
    await page.waitForURL(/pol_/);
    await page.getByLabel(/^cents/).fill('7000');
    await page.getByRole('button', { name: 'Ask about pay.refund' }).click();
    await page.getByText('by the rule').waitFor();
    await seen('policy');
    await page.getByText('Settings of the log').click();
    await page.getByText('New version').click();
    await page.getByLabel('Rules').fill((await page.getByLabel('Rules').inputValue()).replaceAll('5_000', '6_000'));
    await seen('policy-change');
    await page.getByRole('button', { name: 'Add version' }).click();
    await page.getByRole('button', { name: 'Let version 2 decide' }).waitFor();
    await seen('policy-compared');
    await page.goto(`${address}/publish`);
    await page.getByLabel('Name', { exact: true }).fill(HOSTILE);
    await page.getByLabel('Program').fill('circuit own {\n  input a: 0..9\n  output b: 0..9\n  b = a\n}');
    await page.getByRole('button', { name: 'Publish and certify' }).click();
    await page.waitForURL(/\/publish\/crt_/);
    const { id: pid } = await registry.database.circuit.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
    await page.goto(`${address}/circuits/${pid}`);
    await page.getByRole('link', { name: 'change or withdraw it' }).click();
    await page.getByLabel('Name', { exact: true }).fill('');
    await seen('change');
    await page.getByLabel('Name', { exact: true }).fill('own circuit');
    await page.getByLabel('Description').fill(HOSTILE);
    await page.getByRole('button', { name: 'Save, and certify another program' }).click();
    await page.waitForURL(/\/publish\/crt_/);
    await page.goto(`${address}/circuits/${pid}/change`);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.waitForURL(/\/owners\//);
    await seen('withdrawn');
    await page.goto(`${address}/publish`);
    await page.getByLabel('Name', { exact: true }).fill('broken');
    await page.getByLabel('Program').fill(`circuit broken {\n  input a: 0..9\n  output b: 0..9\n  b = ${HOSTILE}\n}`);
    await seen('publish');
    await page.getByRole('button', { name: 'Publish and certify' }).click();
    await page.getByRole('alert').waitFor();
    await seen('refused');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Publish and certify' }).click();
    await page.getByText('Your program is kept').waitFor();
    await seen('session-ended');
    await page.goto(`${address}/nothing`);
    await seen('unknown');
    await registerOn(page, address, 'Eve');
    await page.getByRole('link', { name: 'Go to your account' }).click();
    await page.getByLabel('Name').fill('kept');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('What you had typed', { exact: true }).waitFor();
    await seen('kept');
    // Chromium tells of each status of 400 and more.
    expect(wrong.filter((message) => !message.includes('status of 4'))).toEqual([]);
    await context.close();
  });
});
