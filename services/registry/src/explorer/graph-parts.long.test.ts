import { once } from 'node:events';
import type { Browser, Page } from 'playwright-core';
import { bearer, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { longCircuit } from '../testing/sources.fixture.js';
import {
  accessibilityFaults,
  chromiumPath,
  ENGINE_SCRIPT,
  engineWorker,
  focusSource,
  startBrowser,
  watchedPage,
} from './testing/browser.fixture.js';

/** Collapsed parts of a large graph, in the distribution's Chromium. */

const path = chromiumPath();
let registry: TestRegistry;
let browser: Browser;
let address: string;
let ada: TestAccount;
let page0: string;
beforeAll(async () => {
  if (path === null) return;
  registry = await startTestRegistry();
  ada = await registry.register();
  address = await registry.serve();
  page0 = `${address}/circuits/${await registry.publish(ada, longCircuit(700))}`;
  browser = await startBrowser(path);
});
afterAll(async () => {
  if (path === null) return;
  await browser.close();
  await registry.close();
});

/** Returns the list of what a page asks for from now on. The first answer comes only after the second question. */
async function answersOnlyInPairs(page: Page): Promise<readonly string[]> {
  const asked: string[] = [];
  const second = new AbortController();
  const isAsked = once(second.signal, 'abort');
  await page.route(/\/circuits\//, async (route) => {
    asked.push(afterPid(route.request().url()));
    if (asked.length > 1) second.abort();
    await isAsked;
    await route.continue();
  });
  return asked;
}

/** Waits until a page and its picture were answered. */
async function answered(page: Page, query: string): Promise<void> {
  await Promise.all(
    [query, `/graph.svg${query}`].map(async (asked) => {
      const response = await page.waitForResponse((each) => afterPid(each.url()) === asked);
      await response.finished();
    }),
  );
}

function afterPid(url: string): string {
  return url.replace(/#.*/, '').replace(/.*\/cir_[^/?]+/, '');
}

(path === null ? describe.skip : describe)('a graph of 2,100 nodes on the page of its circuit', () => {
  test('a collapsed card opens by a click, and its part goes on and closes by keyboard, in the same page', async () => {
    const { page, wrong } = await watchedPage(browser);
    await page.goto(page0);
    const card = page.locator('.picture svg g[data-part]');
    await card.click();
    const title = page.locator('.part strong');
    await title.filter({ hasText: 'operations, 1 to 40 of 2,100' }).waitFor();
    expect(new URL(page.url()).search).toBe('?version=1&part=circuit.r1');
    await page.locator('.picture svg g[id]').nth(20).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Operations after' }).focus();
    await page.keyboard.press('Enter');
    await title.filter({ hasText: 'operations, 41 to 80 of 2,100' }).waitFor();
    await page.goBack();
    await title.filter({ hasText: 'operations, 1 to 40 of 2,100' }).waitFor();
    await page.getByRole('link', { name: 'Close this part' }).focus();
    await page.keyboard.press('Enter');
    await card.waitFor();
    expect(new URL(page.url()).search).toBe('?version=1');
    await page.getByRole('link', { name: 'Open long' }).focus();
    await page.keyboard.press('Enter');
    await title.filter({ hasText: 'operations, 1 to 40 of 2,100' }).waitFor();
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('a step asks for its page and its picture at the same time, and for each once', async () => {
    const { page } = await watchedPage(browser);
    await page.goto(page0);
    await page.locator('.picture svg g[data-part]').waitFor();
    const asked = await answersOnlyInPairs(page);
    await page.getByRole('link', { name: 'Open long' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.picture svg g[id]').nth(20).waitFor();
    expect(asked.slice(0, 2).toSorted()).toEqual(['/graph.svg?version=1&part=circuit.r1', '?version=1&part=circuit.r1']);
    expect(new Set(asked).size).toBe(asked.length);
    await page.close();
  });

  test('a pointer that rests on a card, and a focus that rests on a link, load the part before it is opened', async () => {
    const { page } = await watchedPage(browser);
    await page.goto(page0);
    const card = page.locator('.picture svg g[data-part]');
    const loaded = answered(page, '?version=1&part=circuit.r1');
    await card.hover();
    await loaded;
    const asked = await answersOnlyInPairs(page);
    await card.click();
    await page.locator('.picture svg g[id]').nth(20).waitFor();
    expect(asked.filter((each) => each.endsWith('part=circuit.r1'))).toEqual([]);
    await page.unrouteAll();
    // A pointer that stays would rest on the card again, and load its part.
    await page.mouse.move(0, 0);
    const closed = answered(page, '?version=1');
    await page.getByRole('link', { name: 'Close this part' }).focus();
    await closed;
    const askedAgain = await answersOnlyInPairs(page);
    await page.keyboard.press('Enter');
    await card.waitFor();
    expect(askedAgain).toEqual([]);
    await page.close();
  });

  test('who goes on finds the operations after those loaded', async () => {
    const { page } = await watchedPage(browser);
    await page.goto(`${page0}?part=circuit.r1`);
    await page.locator('.picture svg g[id]').nth(20).waitFor();
    const further = answered(page, '?version=1&part=circuit.r1.81');
    await page.getByRole('link', { name: 'Operations after' }).click();
    await further;
    const title = page.locator('.part strong');
    expect(await title.innerText()).toContain('operations, 41 to 80 of 2,100');
    await page.close();
  });

  test('the last of two steps counts', async () => {
    const { page, wrong } = await watchedPage(browser);
    await page.goto(`${page0}?part=circuit.r1.41`);
    await page.locator('.picture svg g[id]').nth(20).waitFor();
    const late = new AbortController();
    const isLate = once(late.signal, 'abort');
    await page.route(/part=circuit\.r1\.81$/, async (route) => {
      await isLate;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Operations after' }).click();
    await page.getByRole('link', { name: 'Operations before' }).click();
    const title = page.locator('.part strong');
    await title.filter({ hasText: 'operations, 1 to 40 of 2,100' }).waitFor();
    const answer = answered(page, '?version=1&part=circuit.r1.81');
    late.abort();
    await answer;
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 0))');
    expect(await title.innerText()).toContain('operations, 1 to 40 of 2,100');
    expect(new URL(page.url()).search).toBe('?version=1&part=circuit.r1.1');
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('the way back shows what its address says, also if the part is refused at first', async () => {
    const { page } = await watchedPage(browser);
    await page.goto(`${page0}?part=circuit.r1`);
    await page.locator('.picture svg g[id]').nth(20).waitFor();
    const title = page.locator('.part strong');
    await page.getByRole('link', { name: 'Operations after' }).click();
    await title.filter({ hasText: 'operations, 41 to 80 of 2,100' }).waitFor();
    await page.route(/\/cir_[^/]*\?part=circuit\.r1$/, async (route) =>
      route.request().resourceType() === 'fetch' ? route.fulfill({ status: 503, body: '' }) : route.continue(),
    );
    await page.evaluate('history.back()');
    await title.filter({ hasText: 'operations, 1 to 40 of 2,100' }).waitFor();
    expect(new URL(page.url()).search).toBe('?part=circuit.r1');
    await page.close();
  });

  test('the way back and forward again, before the part is loaded, shows the part of the address', async () => {
    const { page } = await watchedPage(browser);
    await page.goto(`${page0}?part=circuit.r1`);
    await page.locator('.picture svg g[id]').nth(20).waitFor();
    const title = page.locator('.part strong');
    await page.getByRole('link', { name: 'Operations after' }).click();
    await title.filter({ hasText: 'operations, 41 to 80 of 2,100' }).waitFor();
    const late = new AbortController();
    const isLate = once(late.signal, 'abort');
    await page.route(/\/cir_[^/]*\?part=circuit\.r1$/, async (route) => {
      await isLate;
      await route.continue();
    });
    const asked = page.waitForRequest((each) => afterPid(each.url()) === '?part=circuit.r1');
    await page.evaluate('history.back()');
    await asked;
    await page.evaluate('new Promise((done) => { addEventListener("popstate", done, { once: true }); history.forward(); })');
    const answer = page.waitForResponse((each) => afterPid(each.url()) === '?part=circuit.r1');
    late.abort();
    await (await answer).finished();
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 0))');
    expect(new URL(page.url()).search).toBe('?version=1&part=circuit.r1.41');
    expect(await title.innerText()).toContain('operations, 41 to 80 of 2,100');
    await page.close();
  });

  test('the graph of a version that was published meanwhile does not stand beside the source of the one before', async () => {
    const { page } = await watchedPage(browser);
    const source = longCircuit(700).replace('circuit long', 'circuit longer');
    const pid = await registry.publish(ada, source);
    await page.goto(`${address}/circuits/${pid}`);
    await page.getByRole('link', { name: 'Open longer' }).click();
    const title = page.locator('.part strong');
    await title.filter({ hasText: 'longer: operations, 1 to 40 of 2,100' }).waitFor();
    await registry.api
      .put(`/v1/circuits/${pid}`)
      .set(bearer(ada))
      .send({ source: source.replace('- 0', '- 1') })
      .expect(200);
    await page.goBack();
    await title.waitFor({ state: 'detached' });
    const versionOf = async (selector: string, name: string): Promise<string | undefined> =>
      /(?<=version=)\d+|^\d+$/.exec((await page.locator(selector).first().getAttribute(name)) ?? '')?.[0];
    expect(await versionOf('[data-graph]', 'data-graph')).toBe(await versionOf('article[data-pid]', 'data-version'));
    await page.close();
  });

  test('what is loaded ahead is abandoned when another part is meant, and no listener stays from a graph before', async () => {
    const { page } = await watchedPage(browser);
    await page.addInitScript(`
      self.listening = 0;
      const add = addEventListener;
      self.addEventListener = (event, act, options) => {
        if (event === 'resize') {
          self.listening += 1;
          options?.signal?.addEventListener('abort', () => { self.listening -= 1; });
        }
        return add(event, act, options);
      };`);
    await page.goto(`${page0}?part=circuit.r1.41`);
    await page.locator('.picture svg g[id]').nth(20).waitFor();
    await page.route(/part=circuit\.r1\.81$/, () => undefined);
    const asked = page.waitForRequest((each) => afterPid(each.url()) === '?version=1&part=circuit.r1.81');
    await page.getByRole('link', { name: 'Operations after' }).hover();
    await asked;
    const abandoned = page.waitForEvent('requestfailed', (each) => afterPid(each.url()) === '?version=1&part=circuit.r1.81');
    await page.getByRole('link', { name: 'Operations before' }).focus();
    await abandoned;
    await page.keyboard.press('Enter');
    await page.locator('.part strong').filter({ hasText: 'operations, 1 to 40 of 2,100' }).waitFor();
    expect(await page.evaluate('self.listening')).toBe(1);
    await page.close();
  });

  test('without JavaScript links open and close it', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(page0);
    await page.getByRole('link', { name: 'Open long' }).click();
    expect(await page.locator('.part strong').innerText()).toBe('long: operations, 1 to 40 of 2,100');
    await page.getByRole('link', { name: 'Operations after' }).click();
    expect(await page.locator('.picture img').getAttribute('src')).toContain('&part=circuit.r1.41');
    await page.getByRole('link', { name: 'Close this part' }).click();
    expect(await page.locator('.part').count()).toBe(0);
    await context.close();
  });
});

(path === null ? describe.skip : describe)('a graph of 300 nodes in the playground', () => {
  test('a collapsed card opens by keyboard, goes on and closes; a new source closes it, too', async () => {
    const { page, wrong } = await watchedPage(browser);
    await page.goto(`${address}/playground`);
    await page.locator('.picture img').waitFor();
    await focusSource(page);
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(longCircuit(100));
    const card = page.getByRole('button', { name: 'Open the collapsed part of 300 nodes' });
    await card.focus();
    await page.keyboard.press('Enter');
    const title = page.locator('.graph strong');
    await title.filter({ hasText: 'operations, 1 to 40 of 300' }).waitFor();
    expect(await card.count()).toBe(0);
    await page.getByRole('button', { name: 'Operations after' }).click();
    await title.filter({ hasText: 'operations, 41 to 80 of 300' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close this part' }).click();
    await card.click();
    await title.waitFor();
    await focusSource(page);
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('// another one\n');
    await card.waitFor();
    expect(await title.count()).toBe(0);
    expect(wrong).toEqual([]);
    await page.close();
  });

  test('the worker draws the next part ahead, and opens it without another layout', async () => {
    const { page, wrong } = await watchedPage(browser);
    // Each worker counts from its begin: one that is busy when the source changes is replaced.
    await page.route(ENGINE_SCRIPT, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()}\n${COUNT_TIMERS}` });
    });
    await page.goto(`${address}/playground`);
    await page.locator('.picture img').waitFor();
    await focusSource(page);
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(longCircuit(100));
    const card = page.getByRole('button', { name: 'Open the collapsed part of 300 nodes' });
    await card.waitFor();
    await engineWorker(page).evaluate('untilDrawnAhead()');
    await card.click();
    await page.locator('.graph strong').filter({ hasText: 'operations, 1 to 40 of 300' }).waitFor();
    expect(wrong).toEqual([]);
    await page.close();
  });
});

/**
 * Counts the timers of a worker. `untilDrawnAhead()` waits for a rest of the worker and for the timers of the layout after it, and
 * lets no timer end from then on: so no further layout is possible.
 */
const COUNT_TIMERS = `
{
  const setTimer = setTimeout;
  let pending = 0;
  let ended = null;
  self.setTimeout = (act, delay = 0) => {
    pending += 1;
    return setTimer(() => {
      pending -= 1;
      if (delay >= 500) ended = 0;
      else if (ended !== null) ended += 1;
      act();
    }, delay);
  };
  self.untilDrawnAhead = async () => {
    while (!(ended > 0 && pending === 0)) await new Promise((done) => setTimer(done, 1));
    self.setTimeout = () => 0;
  };
}`;
