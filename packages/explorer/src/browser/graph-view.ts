/** The graph of a circuit in the page: it can be moved, zoomed, and each node has a link. */

const MAX_SCALE = 4;
const STEP = 1.25;
const MOVE = 60;
/** It scales text of 11 pixels to 7.7, the smallest legible size. */
const LEGIBLE = 0.7;

/** The style element of a picture, whose content has no markup. */
const STYLE = /<style>([^<]*)<\/style>/;
const OWN_STYLE = `svg{display:block;max-width:none;touch-action:pan-y pinch-zoom;cursor:grab}
g[id]{cursor:pointer}g.here>rect{stroke-width:4px;stroke:#bc4c00}`;

/** A graph that a script has loaded. */
export interface LoadedGraph {
  readonly svg: SVGSVGElement;
  readonly sheet: CSSStyleSheet;
}

/** Loads a text of this service; `null` if the service refuses it or does not answer, or the signal ends the loading. */
export async function textAt(address: string, signal: AbortSignal | null = null): Promise<string | null> {
  return fetch(address, { signal })
    .then(async (response) => (response.ok ? response.text() : null))
    .catch(() => null);
}

/**
 * Loads the SVG of a graph, which the server has drawn: it has no scripts and no references.
 *
 * @returns null if it cannot be loaded: then its picture stays in the page
 */
export async function loadGraph(address: string, signal: AbortSignal | null = null): Promise<LoadedGraph | null> {
  const text = await textAt(address, signal);
  if (text === null) return null;
  // The page's policy refuses a style element, but a sheet made by a script is one of its own.
  const parsed = new DOMParser().parseFromString(text.replace(STYLE, ''), 'image/svg+xml');
  const root = parsed.documentElement;
  if (root.localName !== 'svg') return null;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync((STYLE.exec(text)?.[1] ?? '') + OWN_STYLE);
  const svg = document.importNode(root, true);
  return svg instanceof SVGSVGElement ? { svg, sheet } : null;
}

/** The steps to the parts of a graph that a person takes in its picture. */
export interface PartSteps {
  /** Opens the part of a collapsed card. */
  readonly open: (address: string) => void;
  /** Called when the pointer rests on a collapsed card; `null` when it leaves it. */
  readonly approach: (address: string | null) => void;
}

/** The part of a graph that is seen, as the view box of its SVG. */
export class GraphView {
  private readonly svg: SVGSVGElement;
  private readonly width: number;
  private readonly height: number;
  private scale = 1;
  private x = 0;
  private y = 0;
  private readonly nodes: readonly SVGGElement[];
  /** Aborted when the graph leaves the page. */
  private readonly shown = new AbortController();

  /**
   * Puts the graph in the place of its picture.
   *
   * @param box the place of the picture; it may not be in the page yet
   */
  constructor(
    private readonly box: HTMLElement,
    { svg, sheet }: LoadedGraph,
    private readonly steps: PartSteps,
  ) {
    const frame = document.createElement('div');
    frame.className = 'frame';
    const shadow = frame.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [sheet];
    shadow.append(svg);
    box.replaceChildren(frame);
    box.before(this.tools());
    this.svg = svg;
    this.width = svg.viewBox.baseVal.width;
    this.height = svg.viewBox.baseVal.height;
    this.nodes = [...svg.querySelectorAll('g')].filter((group) => group.firstElementChild?.localName === 'title');
    this.nodes.forEach((node, index) => {
      node.id = `node-${index + 1}`;
    });
  }

  /** Shows the graph, once its box is in the page. */
  begin(): void {
    this.fit();
    this.showBeginning();
    this.svg.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    this.drag();
    this.svg.addEventListener('pointermove', (event) => {
      const card = event.target instanceof Element ? event.target.closest<SVGGElement>('g[data-part]') : null;
      this.steps.approach(card?.dataset['part'] ?? null);
    });
    this.svg.addEventListener('pointerleave', () => this.steps.approach(null));
    this.box.addEventListener('keydown', (event) => this.key(event));
    this.onPage('resize', () => this.draw());
    this.onPage('hashchange', () => this.showNamed());
    this.showNamed();
  }

  /** Ends what a graph does that is taken out of the page. */
  end(): void {
    this.shown.abort();
  }

  /** Listens to the page as long as this graph is in it: a listener would keep the graph in memory. */
  private onPage(event: 'resize' | 'hashchange', act: () => void): void {
    addEventListener(event, act, { signal: this.shown.signal });
  }

  /** Buttons for those who have no wheel. */
  private tools(): HTMLElement {
    const tools = document.createElement('div');
    tools.className = 'graph-tools';
    for (const [name, label, act] of [
      ['+', 'Zoom in', () => this.zoom(STEP)],
      ['−', 'Zoom out', () => this.zoom(1 / STEP)],
      ['Whole graph', 'Show the whole graph', () => this.fit()],
    ] as const) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'plain';
      button.textContent = name;
      button.setAttribute('aria-label', label);
      button.addEventListener('click', act);
      tools.append(button);
    }
    const help = document.createElement('span');
    help.className = 'quiet';
    help.textContent = 'Drag to move. A click on a node makes a link to it, and opens a collapsed one.';
    tools.append(help);
    return tools;
  }

  private get shownWidth(): number {
    return this.box.clientWidth / this.scale;
  }

  private get shownHeight(): number {
    return this.box.clientHeight / this.scale;
  }

  private fit(): void {
    const whole = Math.min(1, this.box.clientWidth / this.width);
    this.box.style.setProperty('--graph-height', `${Math.ceil(this.height * whole)}px`);
    this.scale = Math.min(whole, this.box.clientHeight / this.height);
    this.x = (this.width - this.shownWidth) / 2;
    this.y = 0;
    this.draw();
  }

  /** Shows the left end of a graph whose whole would be illegible. */
  private showBeginning(): void {
    if (this.scale >= LEGIBLE) return;
    this.box.style.setProperty('--graph-height', `${Math.ceil(this.height * LEGIBLE)}px`);
    this.scale = LEGIBLE;
    this.x = 0;
    this.y = 0;
    this.draw();
  }

  private draw(): void {
    this.svg.setAttribute('width', String(this.box.clientWidth));
    this.svg.setAttribute('height', String(this.box.clientHeight));
    this.svg.setAttribute('viewBox', `${this.x} ${this.y} ${this.shownWidth} ${this.shownHeight}`);
  }

  /** Zooms around a point of the graph. Default: the middle of what is seen. */
  private zoom(by: number, aroundX = this.x + this.shownWidth / 2, aroundY = this.y + this.shownHeight / 2): void {
    const least = Math.min(1, this.box.clientWidth / this.width, this.box.clientHeight / this.height);
    const scale = Math.min(MAX_SCALE, Math.max(least, this.scale * by));
    const ratio = this.scale / scale;
    this.x = aroundX - (aroundX - this.x) * ratio;
    this.y = aroundY - (aroundY - this.y) * ratio;
    this.scale = scale;
    this.draw();
  }

  private wheel(event: WheelEvent): void {
    // Without a modifier, the wheel scrolls the page, as everywhere else.
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const { left, top } = this.svg.getBoundingClientRect();
    const x = this.x + (event.clientX - left) / this.scale;
    const y = this.y + (event.clientY - top) / this.scale;
    this.zoom(event.deltaY < 0 ? STEP : 1 / STEP, x, y);
  }

  private drag(): void {
    let from: { readonly x: number; readonly y: number } | null = null;
    let moved = 0;
    this.svg.addEventListener('pointerdown', (event) => {
      from = { x: event.clientX, y: event.clientY };
      moved = 0;
    });
    this.svg.addEventListener('pointermove', (event) => {
      if (from === null) return;
      if (event.buttons === 0) {
        from = null;
        return;
      }
      moved += Math.abs(event.clientX - from.x) + Math.abs(event.clientY - from.y);
      this.move((from.x - event.clientX) / this.scale, (from.y - event.clientY) / this.scale);
      from = { x: event.clientX, y: event.clientY };
    });
    this.svg.addEventListener('pointerup', () => {
      from = null;
    });
    this.svg.addEventListener('click', (event) => {
      const node = event.target instanceof Element ? event.target.closest('g[id]') : null;
      // The end of a drag is a click, too.
      if (!(node instanceof SVGGElement) || moved > 4) return;
      const { part } = node.dataset;
      if (part !== undefined) return this.steps.open(part);
      history.replaceState(null, '', `#${node.id}`);
      this.mark(node.id);
    });
  }

  private move(x: number, y: number): void {
    this.x += x;
    this.y += y;
    this.draw();
  }

  private key(event: KeyboardEvent): void {
    const step = MOVE / this.scale;
    const acts: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => this.move(-step, 0),
      ArrowRight: () => this.move(step, 0),
      ArrowUp: () => this.move(0, -step),
      ArrowDown: () => this.move(0, step),
      '+': () => this.zoom(STEP),
      '-': () => this.zoom(1 / STEP),
      '0': () => this.fit(),
    };
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  /** Shows the node that the address names. */
  private showNamed(): void {
    const id = location.hash.slice(1);
    const node = this.nodes.find((each) => each.id === id);
    if (node === undefined) return;
    this.mark(id);
    this.zoom(Math.max(1, 1 / this.scale));
    const place = node.getBoundingClientRect();
    const frame = this.svg.getBoundingClientRect();
    this.x += (place.left + place.width / 2 - frame.left) / this.scale - this.shownWidth / 2;
    this.y += (place.top + place.height / 2 - frame.top) / this.scale - this.shownHeight / 2;
    this.draw();
    this.box.scrollIntoView({ block: 'center' });
  }

  private mark(id: string): void {
    for (const node of this.nodes) node.classList.toggle('here', node.id === id);
  }
}
