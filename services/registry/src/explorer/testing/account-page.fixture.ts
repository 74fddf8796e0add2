import type { BrowserContext, Page } from 'playwright-core';

/** A text that would run if it were not text. */
export const HOSTILE = '"><img src=x onerror=alert(1)><script>alert(2)</script>';

/** A page that keeps what must not happen. Forms are sent, so requests may have bodies. */
export async function watched(context: BrowserContext, address: string): Promise<{ readonly page: Page; readonly wrong: string[] }> {
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

/** Registers by the form, and returns the key that is shown. */
export async function registerOn(page: Page, address: string, name = 'Ada'): Promise<string> {
  await page.goto(`${address}/account`);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await page.getByRole('button', { name: 'Create account' }).click();
  return page.getByLabel('Your API key').inputValue();
}
