import type { Browser, Page } from 'playwright-core';
import { startTestRegistry, type TestRegistry } from '../testing/registry.fixture.js';
import { chromiumPath, focusSource, holdAnswers, holdingPage, startBrowser, watchedPage } from './testing/browser.fixture.js';

/** Runs of a circuit in the playground: the form of its inputs, and the walk through its values. */

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

(path === null ? describe.skip : describe)('runs in the playground', () => {
  test('a run is not shown beside another source, or beside other inputs', async () => {
    const { page, wrong } = await holdingPage(browser);
    await page.goto(address);
    await becomes(page, 'Open: phi_c = 0.7142');
    await write(page, 'circuit plain {\n  input a: 0..9\n  output b: 0..10\n  b = a + 1\n}');
    const output = page.locator('output');
    await output.filter({ hasText: 'b = 1' }).waitFor();
    const walk = page.getByRole('heading', { name: 'The run, value by value' });
    await walk.waitFor();
    const showVerdict = await holdAnswers(page, 'verdict');
    await write(page, 'circuit plain {\n  input a: 0..9\n  output b: 0..11\n  b = a + 2\n}');
    await becomes(page, 'Checking what you changed');
    expect(await output.innerText()).toBe('');
    expect(await walk.count()).toBe(0);
    const showRun = await holdAnswers(page, 'run');
    await showVerdict();
    await becomes(page, 'Closed');
    await page.locator('.picture img').waitFor();
    expect(await output.innerText()).toBe('');
    expect(await walk.count()).toBe(0);
    expect(await page.locator('.current').count()).toBe(0);
    await showRun();
    await output.filter({ hasText: 'b = 2' }).waitFor();
    const showSecond = await holdAnswers(page, 'run');
    await page.getByLabel('a 0 to 9').fill('3');
    expect(await output.innerText()).toBe('');
    expect(await walk.count()).toBe(0);
    await showSecond();
    await output.filter({ hasText: 'b = 5' }).waitFor();
    await walk.waitFor();
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('a finding that is walked through fills the form', async () => {
    const { page, wrong } = await watchedPage(browser);
    await page.goto(address);
    await becomes(page, 'Open: phi_c = 0.7142');
    await write(page, 'circuit divide {\n  input a: 0..9\n  output b: 0..9\n  b = 9 / a\n}');
    const output = page.locator('output');
    await output.filter({ hasText: 'Failed' }).waitFor();
    await page.getByLabel('a 0 to 9').fill('3');
    await output.filter({ hasText: 'b = 3' }).waitFor();
    await page.getByRole('button', { name: 'Walk through it' }).click();
    await output.filter({ hasText: 'Failed' }).waitFor();
    expect(await page.getByLabel('a 0 to 9').inputValue()).toBe('0');
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('a walk goes into components and tells the round of a loop', async () => {
    const { page, wrong } = await watchedPage(browser);
    await page.goto(address);
    await becomes(page, 'Open: phi_c = 0.7142');
    await write(
      page,
      `component share(total: 0..100, parts: 0..9) -> 0..100 { total / parts }
circuit shares {
  input totals: [0..100; 1..4]
  input parts: 0..9
  output sum: 0..400
  sum = fold so_far = 0 for each in totals { so_far + share(each, parts) }
}`,
    );
    await page.locator('.counterexample', { hasText: 'parts = 0' }).getByRole('button').first().click();
    await page.getByRole('button', { name: 'Last' }).click();
    await page.locator('[aria-current=step]', { hasText: 'fails here' }).waitFor();
    const inputs = page.locator('.inputs');
    await inputs.getByRole('button', { name: 'Add to totals' }).click();
    await inputs.getByLabel(/^totals 2/).fill('50');
    await inputs.getByLabel('parts').fill('5');
    await page.locator('output', { hasText: 'sum = 10' }).waitFor();
    await page.getByRole('button', { name: 'Last' }).click();
    expect(await page.locator('.values').innerText()).toContain('in share');
    expect(await page.locator('.values').innerText()).toContain('round 2');
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('each domain has a field of its own, and each change runs', async () => {
    const { page, wrong } = await watchedPage(browser);
    await page.goto(address);
    await becomes(page, 'Open: phi_c = 0.7142');
    await write(
      page,
      `circuit forms {
  input kind: enum { small, large }
  input urgent: bool
  input note: text[..20]
  input discount: (0..50)?
  input items: [(price: 0..100, count: 1..9); ..3]
  input big: i64
  output total: 0..2_700
  output words: text[..60]
  total = fold sum = 0 for item in items { sum + item.price * item.count }
  words = match kind { .small => "small ", .large => "large " } ++ (if urgent { "now " } else { "" }) ++ note ++ FORMAT_INT(discount ?? 0)
  ensure big == big
}`,
    );
    const form = page.locator('.inputs');
    const output = (text: string) => page.locator('output', { hasText: text }).waitFor();
    await form.getByLabel('kind').waitFor();
    await output('words = "small 0"');
    await form.getByLabel('kind').selectOption('large');
    await form.getByLabel('urgent').check();
    await form.getByLabel('note').fill('x');
    await output('words = "large now x0"');
    await form.getByLabel('discount has a value').check();
    await form.getByLabel(/^discount 0 to/).fill('7');
    await output('words = "large now x7"');
    await form.getByRole('button', { name: 'Add to items' }).click();
    await form.getByLabel(/^price/).fill('30');
    await form.getByLabel(/^count/).fill('3');
    await output('total = 90');
    await form.getByLabel('big').fill('9223372036854775808');
    expect(await form.locator('.refusal').innerText()).toContain('9223372036854775807');
    await form.getByLabel('big').fill('9223372036854775807');
    await output('total = 90');
    await form.getByLabel(/^count/).fill('0');
    await form.locator('.group .refusal').waitFor();
    await form.getByRole('button', { name: 'Remove items 1' }).click();
    await output('total = 0');
    expect(wrong).toEqual([]);
    await page.close();
  });
});
