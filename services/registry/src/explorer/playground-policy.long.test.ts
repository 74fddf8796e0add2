import type { Browser, Page } from 'playwright-core';
import { startTestRegistry, type TestRegistry } from '../testing/registry.fixture.js';
import {
  accessibilityFaults,
  chromiumPath,
  focusSource,
  holdAnswers,
  holdingPage,
  startBrowser,
  watchedPage,
} from './testing/browser.fixture.js';

/** Policies in the playground, and the way from it to a published circuit. */

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

/** Replaces the source as a person who types. */
async function write(page: Page, source: string): Promise<void> {
  await focusSource(page);
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(source);
}

async function becomes(page: Page, text: string): Promise<void> {
  await verdict(page).filter({ hasText: text }).waitFor();
}

(path === null ? describe.skip : describe)('policies in the playground', () => {
  test('a policy with a hole: the table, the action that goes through it, and the mended policy', async () => {
    const { page, wrong } = await watchedPage(browser, { viewport: { width: 390, height: 900 } });
    await page.goto(address);
    await becomes(page, 'Open: phi_c = 0.7142');
    await page.getByLabel('Example').selectOption({ label: 'A policy with a hole' });
    await becomes(page, 'Open: phi_c = 0.5');
    const row = async (name: string): Promise<readonly string[]> =>
      page
        .getByRole('row', { name: new RegExp(`^${name}`) })
        .getByRole('cell')
        .allInnerTexts();
    expect(await row('pay.send')).toEqual(['depends', 'depends', 'depends', 'otherwise']);
    expect(await row('pay.refund')).toEqual(['depends', 'never', 'never', 'otherwise']);
    const said = page.locator('.inputs output');
    await said.filter({ hasText: 'DENY' }).waitFor();
    expect(await page.getByLabel('cents').inputValue()).toBe('10001');
    expect(await said.innerText()).toContain('The rules alone would say ALLOW, by trusted');
    // The walk ends at the promise, in the picture of the action and in the source.
    const picture = page.locator('.graph');
    await picture.getByRole('img', { name: 'The graph of the action pay.send' }).waitFor();
    await page.getByRole('heading', { name: 'How it fails, value by value' }).waitFor();
    expect(await page.locator('[aria-current=step]').innerText()).toContain('= 10001');
    await page.getByRole('button', { name: 'Last' }).click();
    expect(await page.locator('[aria-current=step]').innerText()).toContain('fails here');
    await picture.locator('.current.fails').waitFor();
    await page.locator('.cm-step-fails', { hasText: 'ensure review or deny' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    await focusSource(page);
    const source = await page.locator('.cm-content').innerText();
    await write(page, source.replace('when known', 'when known and cents <= 10_000').replace('cents > 500_000', 'cents > 10_000'));
    await becomes(page, 'Closed: every action has a verdict, proven by the rules of the checker');
    await said.filter({ hasText: 'REVIEW' }).waitFor();
    expect(await said.innerText()).toContain('by large');
    await page.getByRole('heading', { name: 'The decision, value by value' }).waitFor();
    await page.getByRole('button', { name: 'Last' }).click();
    expect(await page.locator('[aria-current=step]').innerText()).toContain('= true');
    expect(await picture.locator('.current.fails').count()).toBe(0);
    await page.getByLabel('cents').fill('7');
    await said.filter({ hasText: 'ALLOW' }).waitFor();
    await page.getByLabel('cents').fill('1000001');
    await page.locator('.refusal').waitFor();
    expect(await said.innerText()).toContain('DENY');
    expect(await page.getByRole('heading', { name: /value by value/ }).count()).toBe(0);
    await page.getByLabel('action', { exact: true }).selectOption('pay.refund');
    await picture.getByRole('img', { name: 'The graph of the action pay.refund' }).waitFor();
    await page.getByLabel('cents').fill('10000');
    await said.filter({ hasText: 'ALLOW' }).waitFor();
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('names, reasons and categories of an author are text', async () => {
    const { page, wrong } = await watchedPage(browser);
    await page.goto(address);
    await becomes(page, 'Open: phi_c = 0.7142');
    const hostile = '<img/src=x/onerror=alert(1)>';
    await write(
      page,
      `policy hostile {\n  action "${hostile}" (t: text[..60])\n  rule r allow on "${hostile}" when t != "x" "<script>alert(2)</script>"\n  ensure deny on "${hostile}" "javascript:alert(3)"\n}`,
    );
    await page.getByRole('rowheader', { name: hostile }).waitFor();
    await page.locator('.findings li', { hasText: 'javascript:alert(3)' }).waitFor();
    // The only image is the picture of the action.
    await page.locator('.picture img').waitFor();
    expect(await page.locator('main img').count()).toBe(1);
    expect(await page.locator('.picture img').getAttribute('src')).toMatch(/^data:image\/svg\+xml,/);
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('a finding is walked through in the action that fails, whose reason or rule may name another one', async () => {
    const { page, wrong } = await watchedPage(browser);
    await page.goto(address);
    await becomes(page, 'Open: phi_c = 0.7142');
    const actions = 'action "a.one" (x: 5..9)\n  action "a.two" (x: 0..9)';
    await write(
      page,
      `policy quoted {\n  ${actions}\n  rule r allow on "a.*" when x > 1\n  ensure deny on "a.two" when x > 4 "unlike \\"a.one\\""\n}`,
    );
    await page.getByRole('img', { name: 'The graph of the action a.two' }).waitFor();
    await page.getByRole('heading', { name: 'How it fails, value by value' }).waitFor();
    await write(page, `policy shared {\n  ${actions}\n  rule r allow on "a.*" when 10 / (x - 4) > 1\n}`);
    await page.locator('.findings li', { hasText: "divisor in 'r'" }).waitFor();
    await page.locator('.inputs output', { hasText: 'DENY' }).waitFor();
    expect(await page.getByLabel('x 0 to 9').inputValue()).toBe('4');
    await page.getByRole('img', { name: 'The graph of the action a.two' }).waitFor();
    // A change that leaves the finding leaves the question of the person too.
    await page.getByLabel('x 0 to 9').fill('7');
    await page.locator('.inputs output', { hasText: 'ALLOW' }).waitFor();
    await write(page, `policy shared {\n  ${actions}\n  rule r allow on "a.*" when 10 / (x - 4) > 0\n}`);
    await page.locator('.inputs output', { hasText: 'ALLOW' }).waitFor();
    expect(await page.getByLabel('x 0 to 9').inputValue()).toBe('7');
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('each finding of a policy asks for its action, and the walk ends there', async () => {
    const { page, wrong } = await watchedPage(browser);
    await page.goto(address);
    await becomes(page, 'Open: phi_c = 0.7142');
    await write(
      page,
      `policy holes {
  action "pay.send" (cents: 0..1_000)
  action "pay.back" (cents: 0..1_000)
  action "pay.stop" (cents: 0..500)
  rule shared review on "pay.back" when 1_000 / (cents - 7) > 50
  rule free allow on "pay.*" when cents <= 100
  ensure deny on "pay.send", "pay.stop" when cents > 50 "nothing above 50"
  default deny
}`,
    );
    await becomes(page, 'Open');
    const finding = (text: string) => page.locator('.findings li', { hasText: text }).getByRole('button', { name: 'Walk through it' });
    const last = page.locator('[aria-current=step]');
    await finding('pay.stop').click();
    await page.getByRole('img', { name: 'The graph of the action pay.stop' }).waitFor();
    await page.getByRole('button', { name: 'Last' }).click();
    expect(await last.innerText()).toContain('nothing above 50');
    expect(await last.innerText()).toContain('fails here');
    await finding("divisor in 'shared'").click();
    await page.getByRole('img', { name: 'The graph of the action pay.back' }).waitFor();
    expect(await page.getByLabel('cents').inputValue()).toBe('7');
    await page.getByRole('button', { name: 'Last' }).click();
    expect(await last.innerText()).toContain('1000 / 0: fails here');
    // The same finding again, after another action was asked about.
    await page.getByLabel('cents').fill('8');
    await page.getByRole('heading', { name: 'The decision, value by value' }).waitFor();
    await finding("divisor in 'shared'").click();
    await page.getByRole('heading', { name: 'How it fails, value by value' }).waitFor();
    expect(await page.getByLabel('cents').inputValue()).toBe('7');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('a decision is not shown beside a source that is still checked', async () => {
    const { page, wrong } = await watchedPage(browser);
    await page.goto(address);
    await becomes(page, 'Open: phi_c = 0.7142');
    await write(
      page,
      'policy pay {\n  action "pay.send" (cents: 0..100)\n  rule small allow on "pay.send" when cents <= 100\n  default deny\n}',
    );
    await becomes(page, 'Closed');
    const said = page.locator('.inputs output');
    await said.filter({ hasText: 'ALLOW' }).waitFor();
    // Its proof takes seconds.
    const actions = Array.from({ length: 30 }, (_, index) => `  action "pay.a${index}" (cents: 0..1_000, known: bool, note: text[..20])`);
    const rules = Array.from(
      { length: 30 },
      (_, index) => `  rule r${index} review on "pay.*" when cents > ${index * 9} and (known or TEXT_LENGTH(note) > ${index % 20})`,
    );
    const promise = '  ensure review or deny on "pay.*" when cents > 900 "large ones are looked at"';
    await write(page, `policy pay {\n${[...actions, ...rules, promise].join('\n')}\n  default deny\n}`);
    await becomes(page, 'Checking what you changed');
    expect(await said.innerText()).toBe('');
    await page.getByRole('rowheader', { name: 'pay.a29' }).waitFor();
    await said.filter({ hasText: /DENY|REVIEW/ }).waitFor();
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('a decision is not shown beside an action that is still decided', async () => {
    const { page, wrong } = await holdingPage(browser);
    await page.goto(address);
    await becomes(page, 'Open: phi_c = 0.7142');
    await write(
      page,
      'policy pay {\n  action "pay.send" (cents: 0..100)\n  rule small allow on "pay.send" when cents <= 10\n  default deny\n}',
    );
    const said = page.locator('.inputs output');
    await said.filter({ hasText: 'ALLOW' }).waitFor();
    const walk = page.getByRole('heading', { name: 'The decision, value by value' });
    await walk.waitFor();
    const release = await holdAnswers(page, 'decision');
    await page.getByLabel('cents').fill('11');
    expect(await said.innerText()).toBe('');
    expect(await walk.count()).toBe(0);
    await release();
    await said.filter({ hasText: 'DENY' }).waitFor();
    await walk.waitFor();
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('a param may have the name of a member that each object has', async () => {
    const { page, wrong } = await watchedPage(browser);
    await page.goto(address);
    await becomes(page, 'Open: phi_c = 0.7142');
    await write(
      page,
      'policy names {\n  action "a" (constructor: 0..9)\n  rule small allow on "a" when constructor < 5\n  default deny\n}',
    );
    const said = page.locator('.inputs output');
    await said.filter({ hasText: 'ALLOW' }).waitFor();
    expect(await page.getByLabel('constructor').inputValue()).toBe('0');
    await page.getByLabel('constructor').fill('5');
    await said.filter({ hasText: 'DENY' }).waitFor();
    expect(await page.locator('.refusal').count()).toBe(0);
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('a circuit goes to the form that publishes it', async () => {
    const { page } = await watchedPage(browser);
    await page.goto(address);
    await becomes(page, 'Open: phi_c = 0.7142');
    await write(page, 'circuit published {\n  input a: 0..9\n  output b: 0..10\n  b = a + 1\n}');
    await becomes(page, 'Closed');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.waitForURL(/\/publish$/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const kept = await page.locator('input[name=kept]').first().inputValue();
    expect(Buffer.from(kept, 'base64url').toString('utf8')).toContain('circuit published');
    await page.close();
  });
});
