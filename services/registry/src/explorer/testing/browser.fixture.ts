import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

/** The distribution's Chromium; `null` if it is not installed, which is a failure in CI and is told elsewhere. */
export function chromiumPath(): string | null {
  const { stdout, status } = spawnSync('/bin/sh', ['-c', 'command -v chromium'], { encoding: 'utf8' });
  if (status === 0) return stdout.trim();
  const message = 'the tests of pages need chromium: run npm run explorer:install';
  if (process.env['CI'] !== undefined) throw new Error(message);
  process.stderr.write(`${message}; they are skipped\n`);
  return null;
}

/** Starts the browser. As root, Chromium runs only without its sandbox. */
export async function startBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}

/** A page that keeps what must not happen: errors, refusals of its policy, and requests to other addresses. */
export interface WatchedPage {
  readonly page: Page;
  readonly wrong: readonly string[];
}

export async function watchedPage(browser: Browser, options: Parameters<Browser['newPage']>[0] = {}): Promise<WatchedPage> {
  const page = await browser.newPage(options);
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(message.text());
  });
  page.on('dialog', (dialog) => wrong.push(`a dialog: ${dialog.message()}`));
  page.on('request', (request) => {
    const address = new URL(request.url());
    const isOwn = address.protocol === 'data:' || address.protocol === 'blob:' || address.hostname === '127.0.0.1';
    if (!isOwn || request.postData() !== null) wrong.push(`a request: ${request.method()} ${request.url().slice(0, 200)}`);
  });
  return { page, wrong };
}

/** Gives the source of the playground the focus, as a person who touches it, and waits for the editor. */
export async function focusSource(page: Page): Promise<void> {
  await page.locator('.editor').click();
  await page.locator('.cm-focused').waitFor();
}

/**
 * Keeps back the answers of a kind that the playground's engine gives from now on.
 *
 * @returns lets them go
 */
export async function holdAnswers(page: Page, kind: string): Promise<() => Promise<void>> {
  const worker = page.workers().find((each) => /\/worker-[^/]*\.js$/.test(each.url()));
  if (worker === undefined) throw new Error('the page has no engine');
  await worker.evaluate(`
    self.held ??= new Map();
    if (self.post === undefined) {
      self.post = self.postMessage.bind(self);
      self.postMessage = (message) => self.held.get(message.kind)?.push(message) ?? self.post(message);
    }
    self.held.set('${kind}', []);
    0`);
  return async () => {
    await worker.evaluate(`
      const answers = self.held.get('${kind}');
      self.held.delete('${kind}');
      answers.forEach((each) => self.post(each));`);
  };
}

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Returns what axe-core finds on a page: the rule, and the elements. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const found: unknown = await page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" | ")))',
  );
  return Array.isArray(found) ? found.map(String) : ['axe gave no list'];
}
