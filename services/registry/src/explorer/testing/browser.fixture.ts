import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Browser, chromium, type Page, type Worker as PageWorker } from 'playwright-core';

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
  // The limit is to end a wait that hangs, not to measure time.
  page.setDefaultTimeout(60_000);
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

/** The script of a page that keeps back answers: by kind, what waits to be let go. */
const HOLD_ANSWERS = `
  window.held = new Map();
  const { addEventListener } = Worker.prototype;
  Worker.prototype.addEventListener = function (type, listener, ...rest) {
    const receive = (event) => {
      const kept = window.held.get(event.data?.kind);
      if (kept === undefined) listener.call(this, event);
      else kept.push(() => listener.call(this, event));
    };
    return addEventListener.call(this, type, type === 'message' ? receive : listener, ...rest);
  };`;

/**
 * Keeps back the answers of a kind that the playground's engine gives from now on. They are kept in the page: a worker that is busy is
 * replaced by another one. Only for a page that was prepared with `holdingPage`.
 *
 * @returns lets them go
 */
export async function holdAnswers(page: Page, kind: string): Promise<() => Promise<void>> {
  await page.evaluate(`window.held.set('${kind}', []); 0`);
  return async () => {
    await page.evaluate(`
      const answers = window.held.get('${kind}');
      window.held.delete('${kind}');
      answers.forEach((give) => give());`);
  };
}

/** A watched page whose engine's answers can be held. */
export async function holdingPage(browser: Browser): Promise<WatchedPage> {
  const watched = await watchedPage(browser);
  await watched.page.addInitScript(HOLD_ANSWERS);
  return watched;
}

/** Returns the engine's worker that a page uses. One that it replaced may not have ended yet. */
export function engineWorker(page: Page): PageWorker {
  const worker = page.workers().findLast((each) => ENGINE_SCRIPT.test(each.url()));
  if (worker === undefined) throw new Error('the page has no engine');
  return worker;
}

/** The address of the script of the playground's engine. */
export const ENGINE_SCRIPT = /\/worker-[^/]*\.js$/;

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Returns what axe-core finds on a page: the rule, and the elements. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const found: unknown = await page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" | ")))',
  );
  return Array.isArray(found) ? found.map(String) : ['axe gave no list'];
}
