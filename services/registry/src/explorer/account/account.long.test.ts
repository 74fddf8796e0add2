import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startTestRegistry, type TestRegistry } from '../../testing/registry.fixture.js';
import { closedCircuit } from '../../testing/sources.fixture.js';
import { accessibilityFaults, chromiumPath, startBrowser } from '../testing/browser.fixture.js';

/** A person with an account, in the distribution's Chromium on the real stack. */

const path = chromiumPath();
let registry: TestRegistry;
let browser: Browser;
let address: string;
beforeAll(async () => {
  if (path === null) return;
  registry = await startTestRegistry();
  await registry.startWorker();
  address = await registry.serve();
  browser = await startBrowser(path);
});
afterAll(async () => {
  if (path === null) return;
  await browser.close();
  await registry.close();
});

const HOSTILE = '"><img src=x onerror=alert(1)><script>alert(2)</script>';
/** A folder for pictures of the pages; empty for none. */
const PICTURES = process.env['PICTURES_FOLDER'] ?? '';

/** A page that keeps what must not happen. Forms are sent, so requests may have bodies. */
async function watched(context: BrowserContext): Promise<{ readonly page: Page; readonly wrong: string[] }> {
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(message.text());
  });
  page.on('dialog', (dialog) => wrong.push(`a dialog: ${dialog.message()}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(address) && !request.url().startsWith('data:')) wrong.push(request.url());
    if (/svc_live_|whsec_/.test(request.url())) wrong.push(`a secret in ${request.url()}`);
  });
  return { page, wrong };
}

async function register(page: Page, name = 'Ada'): Promise<string> {
  await page.goto(`${address}/account`);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await page.getByRole('button', { name: 'Create account' }).click();
  return page.getByLabel('Your API key').inputValue();
}

(path === null ? describe.skip : describe)('a person', () => {
  test.each([true, false])('gets from nothing to an own certified circuit, with JavaScript %s', async (javaScriptEnabled) => {
    const context = await browser.newContext({ javaScriptEnabled });
    const { page, wrong } = await watched(context);
    const key = await register(page);
    expect(key).toMatch(/^svc_live_/);
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(javaScriptEnabled ? 1 : 0);
    await page.goto(`${address}/publish`);
    await page.getByLabel('Program').fill(closedCircuit(javaScriptEnabled ? 801 : 802));
    await page.getByLabel('Name', { exact: true }).fill('My first circuit');
    await page.getByRole('button', { name: 'Publish and certify' }).click();
    await page.waitForURL(/\/circuits\/cir_/, { timeout: 30_000 });
    const pid = /cir_\w+/.exec(page.url())?.[0] ?? '';
    expect((await registry.api.get(`/v1/circuits/${pid}`)).body).toMatchObject({ certified: true, name: 'My first circuit' });
    expect(wrong.filter((message) => !message.includes('404'))).toEqual([]);
    await context.close();
  });

  test('keeps a session that no script can read, and no storage of the browser has the key', async () => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const { page, wrong } = await watched(context);
    const key = await register(page);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
    const [cookie, ...others] = await context.cookies();
    expect(others).toEqual([]);
    expect(cookie).toMatchObject({ name: '__Host-session', httpOnly: true, secure: true, sameSite: 'Strict', path: '/' });
    expect(await page.evaluate('document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })')).toBe('{}');
    await page.goto(`${address}/account`);
    expect(await page.content()).not.toContain(key);
    // The browser has no copy of the page with the key: it would have to send the form again.
    await page.goto(`${address}/publish`);
    await page.goBack();
    await expect(page.goBack()).rejects.toThrow('ERR_CACHE_MISS');
    expect(wrong).toEqual([]);
    await context.close();
  });

  test('manages keys by keyboard, signs out, and signs in again with the new key', async () => {
    const context = await browser.newContext();
    const { page, wrong } = await watched(context);
    await register(page, HOSTILE.slice(0, 90));
    await page.getByRole('link', { name: 'Go to your account' }).press('Enter');
    await page.getByLabel('Name', { exact: true }).fill(HOSTILE);
    await page.getByLabel('certify').check();
    await page.getByLabel('Name', { exact: true }).press('Enter');
    const made = await page.getByLabel(HOSTILE, { exact: true }).inputValue();
    await page.getByRole('link', { name: 'Back to your account' }).click();
    expect(await page.getByRole('rowheader', { name: HOSTILE }).count()).toBe(1);
    await page.getByRole('button', { name: 'Sign out' }).press('Enter');
    await page.getByLabel('API key').fill(made);
    await page.getByLabel('API key').press('Enter');
    await page.getByText('lacks the scope').waitFor();
    expect(wrong).toEqual([]);
    await context.close();
  });

  test('is not signed in by a link or a form of another site', async () => {
    const context = await browser.newContext();
    const { page } = await watched(context);
    await register(page);
    const other = address.replace('127.0.0.1', 'localhost');
    await page.route(`${other}/evil`, async (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${address}/account/keys/rotate"><input name="form_token" value="x"><input name="once" value="${'A'.repeat(22)}"><button>win</button></form>`,
      }),
    );
    await page.goto(`${other}/evil`);
    const [answer] = await Promise.all([page.waitForResponse(`${address}/account/keys/rotate`), page.getByRole('button').click()]);
    expect(answer.status()).toBe(403);
    expect(answer.request().headers()['cookie']).toBeUndefined();
    await context.close();
  });

  test.each(['light', 'dark'] as const)('sees pages without a fault, in the %s scheme, on a phone and on a wide screen', async (colorScheme) => {
    for (const width of [390, 1280]) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const { page, wrong } = await watched(context);
      const seen = async (name: string) => {
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
        if (PICTURES !== '') await page.screenshot({ path: `${PICTURES}/account-${name}-${colorScheme}-${width}.png`, fullPage: true });
      };
      await page.goto(`${address}/account`);
      await seen('sign-in');
      await register(page);
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
      await registry.database.$executeRaw`INSERT INTO webhook_deliveries (webhook_id, event_id, event_type, payload, status, next_attempt_at, last_error)
        VALUES (${id}, ${`evt_${id.slice(4)}`}, 'circuit.published', '', 'dead', now(), ${HOSTILE})`;
      await page.reload();
      await seen('deliveries');
      await page.goto(`${address}/account/webhooks`);
      await seen('webhooks');
      await page.goto(`${address}/account/audit`);
      await seen('audit');
      await page.goto(`${address}/publish`);
      await page.getByLabel('Name', { exact: true }).fill('broken');
      await page.getByLabel('Program').fill(`circuit broken {\n  input a: 0..9\n  output b: 0..9\n  b = ${HOSTILE}\n}`);
      await seen('publish');
      await page.getByRole('button', { name: 'Publish and certify' }).click();
      await page.getByRole('alert').waitFor();
      await seen('refused');
      // Chromium tells of each status of 400 and more.
      expect(wrong.filter((message) => !message.includes('status of 4'))).toEqual([]);
      await context.close();
    }
  });
});
