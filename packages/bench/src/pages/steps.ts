import { type Browser, chromium, type Page } from 'playwright-core';
import { median } from '../engine/measure.js';
import { type BenchedRegistry, startRegistry } from '../http/registry.js';
import { serversToUse } from '../http/servers.js';

/** Steps through the graph of a large circuit, as a person takes them: from the key or the click until the picture is painted. */

/** The most milliseconds that a step may take, as the median of its kind. */
export const STEP_BAR = 200;

/** The steps of one kind on one page, in milliseconds. */
export interface StepTimes {
  readonly page: string;
  readonly step: string;
  readonly count: number;
  /** The first one is that of a process and a browser that have opened no part before. */
  readonly first: number;
  readonly median: number;
  readonly slowest: number;
}

const WIRES = 700;

/** Returns a circuit of 2,100 nodes, 700 wires in a row; another one for each number. */
function sourceOf(number: number): string {
  const wires = Array.from({ length: WIRES }, (_, index) => {
    const before = index === 0 ? 'a' : `w${index - 1}`;
    return `  w${index} = MIN(MAX(${before} - ${index}, b), ${1_000 + number})`;
  });
  const bounds = `0..${1_000 + number}`;
  return `circuit long {
  input a: ${bounds}
  input b: ${bounds}
  output c: ${bounds}
${wires.join('\n')}
  c = w${WIRES - 1}
}
`;
}

/** Operations of a part that are shown at once. */
const WINDOW = 40;
/** The time that a person looks at a picture, with the pointer on its card, before the next step. */
const REST_MILLISECONDS = 1_000;

/** A step that takes longer has failed. */
const LIMIT_MILLISECONDS = 30_000;
/** Steps to the operations after, in each circuit. */
const STEPS = 4;

/** A page with the graph of a circuit. */
interface Walked {
  readonly name: string;
  /** Loads the page with the circuit of this number, and waits for its graph. */
  begin(page: Page, number: number): Promise<void>;
  /** The collapsed card. */
  readonly card: string;
  readonly after: string;
  readonly close: string;
  /** An expression for the text above an open part; undefined for the whole graph. */
  readonly title: string;
  /** An expression for what is another one for each picture that is complete; null if it is not. */
  readonly picture: string;
}

/** Measures the steps on the page of a circuit and in the playground, each on a registry that has drawn no part before. */
export async function stepTimes(folder: string, { executablePath, rounds }: { readonly executablePath: string; readonly rounds: number }) {
  // As root, Chromium runs only without its sandbox.
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  const times: StepTimes[] = [];
  try {
    for (const walkedOn of [circuitPage, playground]) {
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      const registry = await startRegistry(folder, serversToUse());
      try {
        // oxlint-disable-next-line no-await-in-loop
        times.push(...(await walk(browser, await walkedOn(registry), rounds)));
      } finally {
        // oxlint-disable-next-line no-await-in-loop
        await registry.stop();
      }
    }
  } finally {
    await browser.close();
  }
  return times;
}

async function circuitPage({ origin, key }: BenchedRegistry): Promise<Walked> {
  const card = '.picture svg g[data-part]';
  return {
    name: '/circuits/{pid}',
    begin: async (page, number) => {
      await page.goto(`${origin}/circuits/${await published(origin, key, number)}`);
      await page.locator(card).waitFor();
    },
    card,
    after: 'a[rel="next"]',
    close: '.part a:last-child',
    title: `document.querySelector('.part strong')?.textContent`,
    picture: `document.querySelector('.picture .frame')?.shadowRoot.querySelector('svg') ?? null`,
  };
}

async function published(origin: string, key: string, number: number): Promise<string> {
  const answer = await fetch(`${origin}/v1/circuits`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `long ${number}`, source: sourceOf(number) }),
  });
  const { pid }: { readonly pid?: string } = JSON.parse(await answer.text());
  if (pid === undefined) throw new Error(`not published: ${answer.status}`);
  return pid;
}

async function playground({ origin }: BenchedRegistry): Promise<Walked> {
  const card = '.graph .open-part';
  return {
    name: '/playground',
    begin: async (page, number) => {
      await page.goto(`${origin}/playground`);
      await page.locator('.picture img').waitFor();
      await page.locator('.editor').click();
      await page.locator('.cm-focused').waitFor();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(sourceOf(number));
      await page.locator(card).waitFor();
    },
    card,
    after: '.graph .tools button:nth-last-child(2)',
    close: '.graph .tools button:last-child',
    title: `document.querySelector('.graph strong')?.textContent`,
    picture: `(({ complete, naturalWidth, src }) => (complete && naturalWidth > 0 ? src : null))(document.querySelector('.graph img'))`,
  };
}

type Kind = 'open' | 'go on' | 'close' | 'open at once' | 'go on at once' | 'close at once';

/** Takes the steps through two circuits in each round: through one as a person who looks at each picture, and through one at once. */
async function walk(browser: Browser, walked: Walked, rounds: number): Promise<readonly StepTimes[]> {
  const times: Record<Kind, number[]> = {
    open: [],
    'go on': [],
    close: [],
    'open at once': [],
    'go on at once': [],
    'close at once': [],
  };
  /* oxlint-disable no-await-in-loop -- steps one after the other */
  for (let circuit = 0; circuit < 2 * rounds; circuit += 1) {
    const [when, rest] = circuit % 2 === 0 ? (['', REST_MILLISECONDS] as const) : ([' at once', 0] as const);
    const page = await browser.newPage();
    await page.addInitScript(clock(walked));
    await walked.begin(page, circuit);
    if (rest > 0) await page.locator(walked.card).hover();
    times[`open${when}`].push(await step(page, async () => page.locator(walked.card).click(), titleOf(0), rest));
    for (let part = 1; part <= STEPS; part += 1) {
      times[`go on${when}`].push(await step(page, async () => pressed(page, walked.after), titleOf(part), rest));
    }
    times[`close${when}`].push(await step(page, async () => pressed(page, walked.close), null, rest));
    await page.close();
  }
  /* oxlint-enable no-await-in-loop */
  return Object.entries(times).map(([name, each]) => ({
    page: walked.name,
    step: name,
    count: each.length,
    first: each[0] ?? Number.NaN,
    median: median(each),
    slowest: Math.max(...each),
  }));
}

function titleOf(part: number): string {
  return `operations, ${part * WINDOW + 1} to ${(part + 1) * WINDOW} of`;
}

async function pressed(page: Page, selector: string): Promise<void> {
  await page.locator(selector).focus();
  await page.keyboard.press('Enter');
}

/** Takes a step after a rest, and returns its milliseconds. */
async function step(page: Page, act: () => Promise<void>, title: string | null, rest: number): Promise<number> {
  await page.waitForTimeout(rest);
  await page.evaluate('steps.prepare()');
  const painted = page.evaluate(`steps.painted(${JSON.stringify(title)})`);
  await act();
  return Math.round(Number(await painted));
}

/** Returns the script that measures in the page: a clock outside of it would look too seldom. */
function clock({ title, picture }: Walked): string {
  return `window.steps = (() => {
    let clicked = 0;
    let before = null;
    // A key on a link or a button is a click, too; its time is that of the event, not of its listener.
    addEventListener('click', (event) => { clicked = event.timeStamp; }, { capture: true });
    const turn = () => new Promise((done) => setTimeout(done, 1));
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const isShown = (wanted) => {
      const title = ${title};
      const picture = ${picture};
      return (wanted === null ? title === undefined : title?.includes(wanted) === true) && picture !== null && picture !== before;
    };
    return {
      prepare: () => { clicked = 0; before = ${picture}; },
      painted: async (wanted) => {
        const begun = performance.now();
        while (clicked === 0 || !isShown(wanted)) {
          if (performance.now() > begun + ${LIMIT_MILLISECONDS}) throw new Error('the graph does not show: ' + wanted);
          await turn();
        }
        // The picture is painted in the next frame; the one after it begins when that is done.
        await frame();
        await frame();
        return performance.now() - clicked;
      },
    };
  })();`;
}
