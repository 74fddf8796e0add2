import { element, escapeText, textElement } from '../markup.js';
import type { OpenPlaces } from '../view/open-places.js';
import type { CertificationState, ProgramView } from '../view/view.js';
import { drawLayout } from './draw.js';
import { type Layout, layOut } from './layout.js';
import { scenesOf } from './scenes.js';
import { counted, groupDigits, shorten, textWidth } from './size.js';
import { STYLE } from './style.js';

const MARGIN = 24;
const HEAD = 52;
const GAP = 36;
const PANEL_TITLE = 30;
const MAX_TITLE_LENGTH = 80;
const MAX_VALUE_LENGTH = 40;
const MAX_EXAMPLE_LENGTH = 90;
/** It scales text of 11 pixels to 7.7, the smallest legible size. */
const MIN_SCALE = 0.7;

/** The place of a card in a picture, in its pixels. */
export interface CardPlace {
  /** The id of its graph: `circuit`, or that of a component. */
  readonly graph: string;
  /** The node itself, or the nodes of the collapsed region that it represents. */
  readonly nodes: readonly string[];
  /** The address of the part that it represents; `null` for the card of a node. */
  readonly part: string | null;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A picture, and the places in it that a page may mark. */
export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  readonly cards: readonly CardPlace[];
}

/**
 * Draws a circuit: its graph, and below it those of as many components as fit. The SVG is self-contained: it has no script, loads
 * no resource, and escapes every text.
 */
export async function drawProgram(view: ProgramView, title = view.circuit.name): Promise<string> {
  return (await drawPicture(view, title)).svg;
}

/** Like {@link drawProgram}, with the places of the cards. */
export async function drawPicture(view: ProgramView, name = view.circuit.name): Promise<Picture> {
  const { circuit: scene, components: scenes, hidden } = scenesOf(view);
  const circuit = await layOut(scene);
  const components: Drawn[] = [];
  for (const { graph, scene: each } of scenes) components.push({ graph, layout: await layOut(each) });
  const title = shorten(name, MAX_TITLE_LENGTH);
  const state = stateOf(view.standing);
  const rest = hidden.length === 0 ? '' : `… and ${counted(hidden.length, 'more component')}`;
  const { body, cards, width, height } = stack({ graph: view.circuit.id, layout: circuit }, components, rest);
  const wide = Math.ceil(Math.max(width, textWidth(title, 16), textWidth(state, 11)) + 2 * MARGIN);
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${height}" viewBox="0 0 ${wide} ${height}" role="img" aria-labelledby="graph-title graph-description">`,
    element('title', { id: 'graph-title' }, escapeText(`Graph of the ${view.subject} ${view.circuit.name}`)),
    element('desc', { id: 'graph-description' }, escapeText(describe(view, state))),
    // In a narrow window the whole picture is scaled to fit, as long as its text stays legible.
    `<style>svg{max-width:max(100%,${Math.ceil(wide * MIN_SCALE)}px);height:auto}${STYLE}</style>`,
    element('rect', { width: wide, height, class: 'paper' }),
    textElement(title, MARGIN, MARGIN + 14, 'title ink'),
    textElement(state, MARGIN, MARGIN + 34, 'small quiet'),
    body,
    '</svg>\n',
  ].join('\n');
  return { svg, width: wide, height, cards };
}

/** Describes the state of the certification, with the inputs of the shown values. */
function stateOf(standing: CertificationState): string {
  switch (standing.kind) {
    case 'certified':
      return 'certified: every domain below is proven';
    case 'open':
      return `open: ${counted(standing.places.count, 'place')} could not be proven, in red.${exampleOf(standing.places)}`;
    case 'not yet certified':
      return 'not certified yet: domains as far as the analysis knows them';
  }
}

function exampleOf({ run }: OpenPlaces): string {
  if (run === null) return '';
  const inputs = Object.entries(run.inputs).map(
    ([name, value]) => `${name} = ${groupDigits(shorten(JSON.stringify(value), MAX_VALUE_LENGTH))}`,
  );
  return inputs.length === 0 ? '' : ` Values after = are those for ${shorten(inputs.join(', '), MAX_EXAMPLE_LENGTH)}`;
}

/** The layout of one graph. */
interface Drawn {
  readonly graph: string;
  readonly layout: Layout;
}

function stack(circuit: Drawn, components: readonly Drawn[], rest: string) {
  const parts: string[] = [];
  const cards: CardPlace[] = [];
  let y = MARGIN + HEAD;
  const place = ({ graph, layout }: Drawn): void => {
    cards.push(...placesOf(graph, layout, y));
    parts.push(element('g', { transform: `translate(${MARGIN} ${y})` }, `\n${drawLayout(layout)}\n`));
    y += layout.height + GAP;
  };
  place(circuit);
  for (const component of components) {
    parts.push(textElement(shorten(component.layout.title, MAX_TITLE_LENGTH), MARGIN, y + 10, 'label ink'));
    y += PANEL_TITLE;
    place(component);
  }
  if (rest !== '') {
    parts.push(textElement(rest, MARGIN, y, 'small quiet'));
    y += GAP;
  }
  const width = Math.max(textWidth(rest, 11), ...[circuit, ...components].map(({ layout }) => layout.width));
  return { body: parts.join('\n'), cards, width, height: Math.ceil(y - GAP + MARGIN) };
}

/** Returns the places of the cards of a graph that is drawn at the height `top`. */
function placesOf(graph: string, { cards, standIns }: Layout, top: number): readonly CardPlace[] {
  const nodes = new Map<string, string[]>();
  for (const [node, card] of standIns) {
    const known = nodes.get(card);
    if (known === undefined) nodes.set(card, [node]);
    else known.push(node);
  }
  return cards.map(({ card, size: { width, height }, x, y }) => ({
    graph,
    nodes: nodes.get(card.id) ?? [],
    part: card.part,
    x: x + MARGIN,
    y: y + top,
    width,
    height,
  }));
}

/** Describes the picture in one or two sentences, for screen readers. */
function describe({ circuit, components }: ProgramView, state: string): string {
  const named = (kind: 'input' | 'output'): string =>
    circuit.nodes
      .filter((node) => node.kind === kind)
      .slice(0, 20)
      .map(({ label, values }) => `${label} in ${groupDigits(values)}`)
      .join('; ');
  const operations = circuit.nodes.filter(({ kind }) => kind === 'operation' || kind === 'call').length;
  const called = components.length === 0 ? '' : ` It has ${counted(components.length, 'component')}.`;
  return `Inputs: ${named('input')}. ${counted(operations, 'operation')}. Outputs: ${named('output')}.${called} It is ${state}.`;
}
