import { deflateRawSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { bearer, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { BY_ASSURANCE, closedCircuit, OPEN_CIRCUIT, pinning } from '../testing/sources.fixture.js';
import { chromiumPath, focusSource, startBrowser, watchedPage } from './testing/browser.fixture.js';

/** A person at the page of a circuit, in the distribution's Chromium. */

const HOSTILE = '"><img src=x onerror=alert(1)><script>alert(2)</script>';
const HOSTILE_SOURCE = `circuit hostile {\n  input a: 0..9\n  output b: 0..9\n  b = a // ${HOSTILE}\n  ensure b <= 9 "<img src=x onerror=alert(3)>"\n  ensure b != 7 "javascript:alert(4)"\n}\n`;

const path = chromiumPath();
let registry: TestRegistry;
let browser: Browser;
let address: string;
let ada: TestAccount;
beforeAll(async () => {
  if (path === null) return;
  registry = await startTestRegistry({ FREE_CERTIFICATIONS_PER_DAY: '100' });
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

let published = 0;

/** Publishes and certifies a circuit; under a new name, if none is given. */
async function certified(source: string, more?: object): Promise<string> {
  published += 1;
  const pid = await registry.publish(ada, source, more ?? { name: `circuit ${published}` });
  await registry.certify(ada, pid);
  return pid;
}

const steps = (page: Page) => page.locator('.steps li');

(path === null ? describe.skip : describe)('the page of a circuit', () => {
  test('checks the certificate in the browser, with the circuits that it pins, step by step', async () => {
    const part = await registry.publish(ada, closedCircuit(1));
    const { hash } = (await registry.certify(ada, part)).body;
    const pid = await certified(pinning(`${part}@${hash}`));
    const { page, wrong } = await watchedPage(browser);
    await page.goto(`${address}/circuits/${pid}`);
    await page.getByRole('button', { name: 'Check it yourself' }).click();
    await steps(page).filter({ hasText: 'It is valid. Grade of the evidence: kernel.' }).waitFor();
    expect(await steps(page).first().innerText()).toContain('1 circuit that it pins');
    expect(await page.locator('.steps li.wrong').count()).toBe(0);
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('refuses the certificate of another circuit, and says what is left to a solver', async () => {
    const [pid, other] = [await certified(closedCircuit(2)), await certified(closedCircuit(3))];
    const { page } = await watchedPage(browser);
    const { text } = await registry.api.get(`/v1/circuits/${other}/certificate`).expect(200);
    await page.route('**/certificate', async (route) => route.fulfill({ body: text, contentType: 'application/json' }));
    await page.goto(`${address}/circuits/${pid}`);
    await page.getByRole('button', { name: 'Check it yourself' }).click();
    await steps(page).filter({ hasText: 'The certificate is refused after 0 obligations: it belongs to another graph.' }).waitFor();
    await page.unroute('**/certificate');
    await page.goto(`${address}/circuits/${pid}`);
    await page.evaluate('document.querySelector(".source").append("  // another source")');
    await page.getByRole('button', { name: 'Check it yourself' }).click();
    await steps(page).filter({ hasText: 'The server gave another source than this page shows.' }).waitFor();
    await page.goto(`${address}/circuits/${await certified(BY_ASSURANCE.solver)}`);
    await page.getByRole('button', { name: 'Check it yourself' }).click();
    await steps(page).filter({ hasText: 'Left to the answers of a solver: 1 obligation.' }).waitFor();
    await page.close();
  });

  test('leads to the playground, where the solver answers the queries of the certificate again', async () => {
    const { page, wrong } = await watchedPage(browser);
    const pid = await certified(BY_ASSURANCE.solver);
    await page.goto(`${address}/circuits/${pid}`);
    await page.getByRole('button', { name: 'Check it yourself' }).click();
    const link = page.getByRole('link', { name: 'Check the whole certificate in the playground' });
    const href = await link.getAttribute('href');
    await link.click();
    await page.getByRole('heading', { name: `Certificate of ${pid}, version 1` }).waitFor();
    await steps(page).filter({ hasText: 'It is valid. Grade of the evidence: solver.' }).waitFor();
    expect(await page.locator('.steps li.wrong').count()).toBe(0);
    // Then the source is there, with a proof of its own.
    await page.locator('.editor', { hasText: 'circuit' }).waitFor();
    await page.locator('.result h2', { hasText: 'proven by the rules and a solver' }).waitFor();
    expect(wrong).toEqual([]);
    // A hash that another page showed, and a certificate whose query is another one.
    await page.goto(`${address}${href?.replace(/hash=.{8}/, 'hash=00000000')}`);
    await page.locator('.steps li.wrong', { hasText: 'The source has another hash than this page shows' }).waitFor();
    await page.close();
    const other = await certified(closedCircuit(9));
    const { text } = await registry.api.get(`/v1/circuits/${other}/certificate`).expect(200);
    const { page: deceived } = await watchedPage(browser);
    await deceived.route('**/certificate', async (route) => route.fulfill({ body: text, contentType: 'application/json' }));
    await deceived.goto(`${address}${href}`);
    await deceived.locator('.steps li.wrong', { hasText: 'The certificate is refused after 0 obligations' }).waitFor();
    await deceived.close();
  });

  test('a link that checks one source and opens another says that the certificate is not about that', async () => {
    const { page, wrong } = await watchedPage(browser);
    const source = closedCircuit(12);
    const pid = await registry.publish(ada, source, { name: 'checked' });
    const { hash } = (await registry.certify(ada, pid)).body;
    const query = new URLSearchParams({ check: pid, version: '1', hash }).toString();
    const other = deflateRawSync('circuit other {\n  input a: 0..9\n  output b: 0..10\n  b = a + 1\n}').toString('base64url');
    await page.goto(`${address}/playground?${query}#s=${other}`);
    const about = page.locator('[data-about]');
    await about.filter({ hasText: 'The editor shows another source. This certificate says nothing about it.' }).waitFor();
    expect(await page.locator('.editor').innerText()).toContain('circuit other');
    await page.goto(`${address}/`);
    await page.goto(`${address}/playground?${query}`);
    await about.filter({ hasText: 'The editor shows the source of this certificate.' }).waitFor();
    await focusSource(page);
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('// mine\n');
    await about.filter({ hasText: 'another source' }).waitFor();
    // A link of anyone puts no text of theirs into the title.
    for (const [name, text] of [
      ['check', 'a valid and famous circuit'],
      ['version', '1, which is safe'],
      ['hash', 'none'],
    ]) {
      const crafted = new URLSearchParams({ check: pid, version: '1', hash, [name ?? '']: text ?? '' }).toString();
      await page.goto(`${address}/playground?${crafted}`);
      await steps(page).filter({ hasText: 'The link names no version of a circuit with its hash' }).waitFor();
      expect(await page.locator('.certificate').innerText()).not.toContain(text);
    }
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('says so where the solver does not load', async () => {
    const { page } = await watchedPage(browser);
    await page.route(/z3-built.*wasm$/, (route) => route.abort());
    const pid = await certified(BY_ASSURANCE.solver);
    await page.goto(`${address}/circuits/${pid}`);
    await page.getByRole('button', { name: 'Check it yourself' }).click();
    await page.getByRole('link', { name: 'Check the whole certificate in the playground' }).click();
    await page.locator('.steps li.wrong', { hasText: 'The solver z3 gave no answer' }).waitFor();
    expect(await steps(page).filter({ hasText: 'It is valid' }).count()).toBe(0);
    await page.close();
  });

  test('says why a source has no way into the playground', async () => {
    const part = await registry.publish(ada, closedCircuit(7));
    const { hash } = (await registry.certify(ada, part)).body;
    const { page } = await watchedPage(browser);
    await page.goto(`${address}/circuits/${await certified(pinning(`${part}@${hash}`))}`);
    await page.getByText('It pins other circuits, which the playground does not know.').waitFor();
    const long = `${closedCircuit(6)}// ${'x'.repeat(200_000)}\n`;
    await page.goto(`${address}/circuits/${await registry.publish(ada, long, { name: 'long' })}`);
    await page.getByText('It is too long for the playground, which opens 200,000 characters.').waitFor();
    await page.close();
  });

  test('tells versions apart by an input, or proves that they mean the same', async () => {
    const pid = await registry.publish(ada, closedCircuit(4));
    const sources = ['  b = a / 2 + 0', '  b = (a + 2) / 2'].map((line) => closedCircuit(4).replace('  b = a / 2', line));
    for (const source of sources) await registry.api.put(`/v1/circuits/${pid}`).set(bearer(ada)).send({ source }).expect(200);
    const { page, wrong } = await watchedPage(browser);
    await page.goto(`${address}/circuits/${pid}?version=2`);
    await page.getByRole('link', { name: 'to version 1' }).click();
    await page.locator('.meaning', { hasText: 'Same meaning' }).waitFor();
    await page.goto(`${address}/circuits/${pid}?version=3&compare=2`);
    await page.locator('.meaning', { hasText: 'Different meaning. For the inputs {"a":' }).waitFor();
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('shows the artifacts of each target in place, and copies', async () => {
    const pid = await certified(BY_ASSURANCE.kernel, { name: 'a [card] fee' });
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    await page.goto(`${address}/circuits/${pid}`);
    for (const language of ['JavaScript', 'Python', 'Rust']) {
      await page.getByRole('link', { name: language, exact: true }).click();
      await page.locator('.artifact h3', { hasText: language }).waitFor();
    }
    expect(await page.locator('#artifact-text').innerText()).toContain('fn ');
    await page.locator('[data-copy="#badge-markdown"]').click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      `[![a \\[card\\] fee](${address}/v1/circuits/${pid}/badge)](${address}/circuits/${pid})`,
    );
    await context.close();
  });

  test('opens the source in the playground, without a request that has it', async () => {
    const pid = await certified(closedCircuit(5));
    const { page, wrong } = await watchedPage(browser);
    await page.goto(`${address}/circuits/${pid}`);
    await page.getByRole('link', { name: 'Open in the playground' }).click();
    await page.locator('.editor', { hasText: 'circuit half' }).waitFor();
    await page.locator('.result h2', { hasText: 'Closed' }).waitFor();
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('moves and zooms the graph by keys, and links to a node', async () => {
    const pid = await registry.publish(ada, OPEN_CIRCUIT);
    await registry.certify(ada, pid);
    const { page, wrong } = await watchedPage(browser);
    await page.goto(`${address}/circuits/${pid}`);
    const svg = page.locator('.picture svg');
    await svg.waitFor();
    expect(await svg.locator('.open-card').count()).toBe(1);
    const seen = async () => svg.getAttribute('viewBox');
    const whole = await seen();
    await page.locator('.picture').focus();
    await page.keyboard.press('+');
    await page.keyboard.press('ArrowRight');
    expect(await seen()).not.toBe(whole);
    await page.keyboard.press('0');
    expect(await seen()).toBe(whole);
    await svg.locator('g[id]').nth(2).click();
    expect(new URL(page.url()).hash).toBe('#node-3');
    await page.reload();
    await page.locator('.picture svg g.here').waitFor();
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('what an author writes is text, in the page and in the graph', async () => {
    const pid = await certified(HOSTILE_SOURCE, { name: HOSTILE, description: HOSTILE });
    const { page, wrong } = await watchedPage(browser);
    for (const shown of ['', '?version=1']) {
      await page.goto(`${address}/circuits/${pid}${shown}`);
      await page.locator('.picture svg').waitFor();
      expect(await page.locator('h1').innerText()).toBe(HOSTILE);
      expect(await page.locator('img[src="x"]').count()).toBe(0);
      expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
    }
    await page.goto(`${address}/circuits?search=alert`);
    expect(await page.locator('.circuits .name').innerText()).toBe(HOSTILE);
    await page.goto(`${address}/circuits/${pid}/card.png`);
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('without JavaScript it shows promises, graph, source, versions and artifacts', async () => {
    const pid = await certified(BY_ASSURANCE.kernel);
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${address}/circuits/${pid}`);
    expect(await page.locator('.promises').innerText()).toContain('a fee never exceeds the payment');
    const drawn = page.locator('.picture img');
    await drawn.scrollIntoViewIfNeeded();
    await expect(registry.api.get(new URL((await drawn.getAttribute('src')) ?? '', address).pathname)).resolves.toMatchObject({
      status: 200,
    });
    await page.getByRole('link', { name: 'Python' }).click();
    expect(await page.locator('body').innerText()).toContain('def ');
    await context.close();
  });
});
