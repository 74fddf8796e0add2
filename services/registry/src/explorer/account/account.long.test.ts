import type { Browser } from 'playwright-core';
import { startTestRegistry, type TestRegistry } from '../../testing/registry.fixture.js';
import { closedCircuit } from '../../testing/sources.fixture.js';
import { HOSTILE, registerOn, watched } from '../testing/account-page.fixture.js';
import { chromiumPath, focusSource, startBrowser } from '../testing/browser.fixture.js';

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

(path === null ? describe.skip : describe)('a person', () => {
  test('gets from the home page to an own certified circuit with a badge, without a terminal', async () => {
    const context = await browser.newContext();
    const { page, wrong } = await watched(context, address);
    await page.goto(address);
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Playground' }).click();
    await focusSource(page);
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(closedCircuit(803));
    await page.locator('.result h2', { hasText: 'Closed' }).waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Your program is kept').waitFor();
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('button', { name: 'go on to publish' }).click();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('half');
    await page.getByRole('button', { name: 'Publish and certify' }).click();
    await page.waitForURL(/\/circuits\/cir_/, { timeout: 30_000 });
    await page.getByRole('heading', { name: 'Badge' }).waitFor();
    expect(await page.evaluate(`document.querySelector('img[alt*="badge"]').naturalWidth > 0`)).toBe(true);
    expect(await page.getByLabel('For a README').inputValue()).toContain('/badge');
    // The form of the playground needs an account, which the browser tells, too.
    expect(wrong).toEqual([expect.stringContaining('status of 401')]);
    await context.close();
  });

  test.each([true, false])('gets from nothing to an own certified circuit, with JavaScript %s', async (javaScriptEnabled) => {
    const context = await browser.newContext({ javaScriptEnabled });
    const { page, wrong } = await watched(context, address);
    const key = await registerOn(page, address);
    expect(key).toMatch(/^svc_live_/);
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(javaScriptEnabled ? 1 : 0);
    await page.goto(`${address}/publish`);
    await page.getByLabel('Program').fill(closedCircuit(javaScriptEnabled ? 801 : 802));
    await page.getByLabel('Name', { exact: true }).fill('My first circuit');
    await page.getByRole('button', { name: 'Publish and certify' }).click();
    await page.waitForURL(/\/circuits\/cir_/, { timeout: 30_000 });
    const pid = /cir_\w+/.exec(page.url())?.[0] ?? '';
    expect((await registry.api.get(`/v1/circuits/${pid}`)).body).toMatchObject({ certified: true, name: 'My first circuit' });
    expect(wrong).toEqual([]);
    await context.close();
  });

  test('keeps a session that no script can read, and no storage of the browser has the key', async () => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const { page, wrong } = await watched(context, address);
    const key = await registerOn(page, address);
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
    const { page, wrong } = await watched(context, address);
    await registerOn(page, address, HOSTILE.slice(0, 90));
    await page.getByRole('link', { name: 'Go to your account' }).press('Enter');
    await page.getByLabel('Name', { exact: true }).fill(HOSTILE);
    await page.getByLabel('certify').check();
    await page.getByLabel('Name', { exact: true }).press('Enter');
    const made = await page.getByLabel(HOSTILE, { exact: true }).inputValue();
    await page.getByRole('link', { name: 'Back to your account' }).click();
    expect(await page.getByRole('rowheader', { name: HOSTILE }).count()).toBe(1);
    await page.getByRole('link', { name: 'Your circuits' }).click();
    await page.getByText('These are your circuits, also the private ones').waitFor();
    await page.goBack();
    await page.getByText('Sign out…').click();
    await page.getByRole('button', { name: 'Sign out' }).press('Enter');
    await page.getByLabel('API key').fill(made);
    await page.getByLabel('API key').press('Enter');
    await page.getByText('lacks the scope').waitFor();
    expect(wrong).toEqual([]);
    await context.close();
  });

  test('sends a form again after having stopped it', async () => {
    const context = await browser.newContext();
    const { page } = await watched(context, address);
    await registerOn(page, address);
    await page.clock.install();
    await page.goto(`${address}/account`);
    let sendings = 0;
    await page.route(`${address}/account/keys`, async (route) => {
      sendings += 1;
      if (sendings === 1) await route.abort('aborted');
      else await route.continue();
    });
    await page.getByLabel('Name', { exact: true }).fill('after a stop');
    const create = page.getByRole('button', { name: 'Create key' });
    await Promise.all([page.waitForEvent('requestfailed'), create.click({ noWaitAfter: true })]);
    await create.click({ noWaitAfter: true });
    expect(sendings).toBe(1);
    await page.clock.fastForward(5_000);
    await create.click();
    expect(await page.getByLabel('after a stop', { exact: true }).inputValue()).toMatch(/^svc_live_/);
    await context.close();
  });

  test('is not signed in by a link or a form of another site', async () => {
    const context = await browser.newContext();
    const { page } = await watched(context, address);
    await registerOn(page, address);
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
});
