import { deflateRawSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { startTestRegistry, type TestRegistry } from '../testing/registry.fixture.js';
import { chromiumPath, focusSource, startBrowser, watchedPage } from './testing/browser.fixture.js';

/** A person at the playground, in the distribution's Chromium. */

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
const CLOSED = 'Closed: phi_c = 1.0, proven by the rules of the checker';

/** Replaces the source as a person who types. */
async function write(page: Page, source: string): Promise<void> {
  await focusSource(page);
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(source);
}

const notice = (page: Page) => page.locator('.notice');

const shareable = (name: string) => `circuit ${name} {\n  input a: 0..9\n  output b: 0..10\n  b = a + 1\n}\n`;

/** Returns the fragment of a link. */
const linkTo = (source: string) => `#s=${deflateRawSync(source).toString('base64url')}`;

async function becomes(page: Page, text: string): Promise<void> {
  await verdict(page).filter({ hasText: text }).waitFor();
}

(path === null ? describe.skip : describe)('the playground', () => {
  test('walks through a counterexample to the promise that fails, and proves the mended program', async () => {
    const { page, wrong } = await watchedPage(browser);
    await page.goto(address);
    await becomes(page, 'Open: phi_c = 0.7142');
    expect(await page.locator('.counterexample').innerText()).toContain('price = 1');
    await page.locator('output.open').waitFor();
    expect(await page.locator('output').innerText()).toMatch(/^Failed: no cent is lost/);
    // By keyboard from the first value to the failure.
    const step = page.locator('[aria-current=step]');
    expect(await step.innerText()).toMatch(/^price\s+= 1$/);
    await page.getByRole('button', { name: 'Forward' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await step.innerText()).toMatch(/^each\s+1 \/ 2 = 0$/);
    expect(await page.locator('.cm-step').innerText()).toContain('each = price / count');
    expect(await page.locator('.walk [role=status]').textContent()).toBe('each: 1 / 2 = 0, line 8');
    await page.locator('.current').waitFor();
    const left = async (): Promise<number> => (await page.locator('.current').boundingBox())?.x ?? Number.NaN;
    const before = await left();
    await page.keyboard.press('End');
    expect(await step.innerText()).toMatch(/^no cent is lost\s+0 == 1: fails here$/);
    expect(await page.locator('.cm-step-fails').innerText()).toContain('ensure paid == price');
    await page.locator('.current.fails').waitFor();
    expect(await left()).not.toBe(before);
    await page.keyboard.press('ArrowLeft');
    expect(await step.innerText()).toMatch(/^paid\s+0 \* 2 = 0$/);
    await page.locator('output .line').click();
    await page.locator('.cm-focused').waitFor();
    const fixed = `circuit instalments {
  input price: 0..1_000_000
  input count: 1..24
  output each: 0..1_000_000
  output rest: 0..23

  each = price / count
  rest = price % count

  ensure each * count + rest == price "no cent is lost"
}`;
    await write(page, fixed);
    await becomes(page, CLOSED);
    await page.getByLabel('price').fill('100');
    await page.getByLabel('count').fill('7');
    await page.locator('output', { hasText: 'each = 14' }).waitFor();
    expect(await page.locator('output').textContent()).toBe('each = 14rest = 2');
    await page.locator('.picture img').waitFor();
    // A refusal is at its field, and nothing runs.
    await page.getByLabel('count').fill('25');
    await page.locator('.refusal').waitFor();
    expect(await page.getByLabel('count').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('price').getAttribute('aria-invalid')).toBe('false');
    expect(await page.locator('.walk').count()).toBe(0);
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('says what is wrong with a source, at its line', async () => {
    const { page, wrong } = await watchedPage(browser);
    await page.goto(address);
    await becomes(page, 'Open: phi_c = 0.7142');
    await write(page, 'circuit broken {\n  input a: 0..9\n  output b: 0..9\n  b = c\n}');
    await becomes(page, 'Not a program yet');
    expect(await page.locator('.findings').innerText()).toContain('line 4');
    await page.locator('.cm-lint-marker-error').waitFor();
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('a link has the source, which no request has', async () => {
    const { page, wrong } = await watchedPage(browser);
    await page.goto(address);
    await becomes(page, 'Open: phi_c = 0.7142');
    await write(page, shareable('shared'));
    await becomes(page, CLOSED);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.waitForURL(/#s=/);
    const other = await watchedPage(browser);
    await other.page.goto(page.url());
    await becomes(other.page, CLOSED);
    // Before the editor has loaded, too, no line of the example is left.
    expect((await other.page.locator('.plain .line').allTextContents()).join('')).toBe(`${shareable('shared')}\n`);
    expect([...wrong, ...other.wrong]).toEqual([]);
    await other.page.goto(`${address}#s=nothing-that-inflates`);
    await notice(other.page).filter({ hasText: 'a part of it is lost' }).waitFor();
    await other.page.reload();
    await notice(other.page).filter({ hasText: 'a part of it is lost' }).waitFor();
    await becomes(other.page, 'Open: phi_c = 0.7142');
    await page.close();
    await other.page.close();
  });

  test('another link in the address opens its source, and asks before it replaces what was written', async () => {
    const { page, wrong } = await watchedPage(browser);
    const [one, two] = [shareable('one'), shareable('two')];
    await page.goto(`${address}${linkTo(one)}`);
    await becomes(page, CLOSED);
    await page.evaluate(`location.hash = '${linkTo(two)}'`);
    await page.locator('.editor', { hasText: 'circuit two' }).waitFor();
    await write(page, shareable('mine'));
    await page.evaluate(`location.hash = '${linkTo(one)}'`);
    await notice(page).filter({ hasText: 'What you have written would be replaced' }).waitFor();
    expect(await page.locator('.cm-content').innerText()).toContain('circuit mine');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    expect(await page.locator('.cm-content').innerText()).toContain('circuit mine');
    await page.evaluate(`location.hash = '${linkTo(two)}'`);
    await page.getByRole('button', { name: 'Open the shared source' }).click();
    await page.locator('.cm-content', { hasText: 'circuit two' }).waitFor();
    // Nothing is lost even then.
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+z');
    await page.locator('.cm-content', { hasText: 'circuit mine' }).waitFor();
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('a way back to the page, and a reload, show what was written', async () => {
    const { page, wrong } = await watchedPage(browser);
    await page.goto(address);
    await write(page, shareable('mine'));
    await page.getByRole('link', { name: 'Catalog' }).click();
    await page.getByRole('heading', { name: 'Catalog' }).waitFor();
    await page.goBack();
    await becomes(page, CLOSED);
    expect(await page.locator('.editor').innerText()).toContain('circuit mine');
    await page.reload();
    await becomes(page, CLOSED);
    expect((await page.locator('.plain .line').allTextContents()).join('')).toBe(`${shareable('mine')}\n`);
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('a later visit in the same tab shows what was written, until the person starts anew', async () => {
    const { page, wrong } = await watchedPage(browser);
    const toPlayground = async (): Promise<void> => {
      await page.getByRole('link', { name: 'Catalog' }).click();
      await page.getByRole('heading', { name: 'Catalog' }).waitFor();
      await page.getByRole('link', { name: 'Playground' }).click();
    };
    await page.goto(address);
    await write(page, shareable('mine'));
    await toPlayground();
    await becomes(page, CLOSED);
    expect(await page.locator('.editor').innerText()).toContain('circuit mine');
    await page.getByRole('button', { name: 'Start with the example' }).click();
    await becomes(page, 'Open: phi_c = 0.7142');
    expect(await notice(page).count()).toBe(0);
    await toPlayground();
    await becomes(page, 'Open: phi_c = 0.7142');
    expect(await notice(page).count()).toBe(0);
    // A link is what the person asks for.
    await write(page, shareable('mine'));
    await toPlayground();
    await page.getByRole('button', { name: 'Go on with it' }).click();
    await page.goto(`${address}${linkTo(shareable('linked'))}`);
    await page.goto('about:blank');
    await page.goto(`${address}${linkTo(shareable('linked'))}`);
    await becomes(page, CLOSED);
    expect(await page.locator('.editor').innerText()).toContain('circuit linked');
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('a browser that keeps nothing for a tab checks on', async () => {
    const { page, wrong } = await watchedPage(browser);
    await page.addInitScript(`
      Object.defineProperty(window, 'sessionStorage', { get: () => { throw new DOMException('denied', 'SecurityError'); } });`);
    await page.goto(address);
    await becomes(page, 'Open: phi_c = 0.7142');
    await write(page, shareable('untouched'));
    await becomes(page, CLOSED);
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('a browser that refuses further changes of its history checks on', async () => {
    const { page, wrong } = await watchedPage(browser);
    await page.addInitScript(`
      History.prototype.replaceState = () => {
        throw new DOMException('too many calls', 'SecurityError');
      };`);
    await page.goto(address);
    await becomes(page, 'Open: phi_c = 0.7142');
    await write(page, shareable('often'));
    await becomes(page, CLOSED);
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('says that a source is too long for a link, when one is made and when one is opened', async () => {
    const { page, wrong } = await watchedPage(browser);
    const long = `// ${'x'.repeat(80)}\n`.repeat(2_500);
    await page.goto(`${address}${linkTo(long)}`);
    await notice(page).filter({ hasText: 'longer than 200,000 characters' }).waitFor();
    await becomes(page, 'Open: phi_c = 0.7142');
    // Typing so much takes Chromium a minute.
    await page.locator('.plain textarea').evaluate((field, text) => {
      Object.assign(field, { value: text });
      field.dispatchEvent(new Event('input'));
      field.dispatchEvent(new Event('focusin', { bubbles: true }));
    }, long);
    await page.locator('.cm-content').waitFor();
    await page.getByRole('button', { name: 'Share' }).click();
    await notice(page).filter({ hasText: 'No link was made: this source has 210,000 characters' }).waitFor();
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('a run that takes too long is ended by the next key', async () => {
    const { page, wrong } = await watchedPage(browser);
    await page.goto(address);
    await becomes(page, 'Open: phi_c = 0.7142');
    const names = Array.from({ length: 12 }, (_, index) => `a${index}`);
    const products = names.map((name) => `${name} * ${name}`).join(' + ');
    const slow = `circuit slow {\n${names.map((name) => `  input ${name}: 0..50`).join('\n')}\n  output y: bool\n  y = ${products} != 17\n  ensure y or ${products} == 17\n}`;
    await write(page, slow);
    await page.waitForTimeout(400);
    await write(page, 'circuit quick {\n  input a: 0..9\n  output b: 0..10\n  b = a + 1\n}');
    await becomes(page, CLOSED);
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('names, promises and texts of an author are text', async () => {
    const { page, wrong } = await watchedPage(browser);
    await page.goto(address);
    await becomes(page, 'Open: phi_c = 0.7142');
    const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script>';
    await write(
      page,
      `circuit hostile {\n  input a: 0..9\n  input t: text[..60]\n  output b: 0..9\n  b = a\n  ensure b != 7 "${hostile}"\n  ensure t != "${hostile}" "javascript:alert(3)"\n}`,
    );
    await page.locator('.findings li', { hasText: '<script>alert(2)</script>' }).first().waitFor();
    expect(await page.locator('.findings li').count()).toBe(2);
    await page.locator('.picture img').waitFor();
    expect(await page.locator('img').count()).toBe(1);
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('an engine that does not load gives no verdict, and says so', async () => {
    const { page } = await watchedPage(browser);
    await page.route(/\/worker-.*js$/, (route) => route.abort());
    await page.goto(address);
    await becomes(page, 'The engine gives no verdict');
    expect(await page.locator('.result').innerText()).toContain('its script did not load');
    await page.close();
  });

  test('without JavaScript it says so', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(address);
    expect(await page.locator('main').innerText()).toContain('needs JavaScript');
    expect(await verdict(page).count()).toBe(0);
    await context.close();
  });
});
