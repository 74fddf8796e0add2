import type { Part } from '../view/part.js';
import type { GraphView, ProgramView } from '../view/view.js';
import { MAX_CARDS } from './outline.js';
import { type Scene, sceneOf } from './scene.js';

/** Further components are drawn as names only. */
const MAX_COMPONENTS = 12;

/** The content of a picture of a program, without coordinates. */
export interface Scenes {
  readonly circuit: Scene;
  readonly components: readonly { readonly graph: string; readonly scene: Scene }[];
  readonly hidden: readonly GraphView[];
}

/** Selects what a picture shows. */
export function scenesOf(view: ProgramView): Scenes {
  const circuit = sceneOf(view.circuit);
  const { shown, hidden } = choose(view.components, MAX_CARDS - circuit.cards.length);
  return { circuit, components: shown.map((each) => ({ graph: each.id, scene: sceneOf(each) })), hidden };
}

/** The most parts that are listed. */
const MAX_PARTS = 200;

/** Returns the collapsed parts of the picture of a program, and the components that it has no room for. */
export function collapsedParts(view: ProgramView): readonly Part[] {
  const { circuit, components, hidden } = scenesOf(view);
  const collapsed = [circuit, ...components.map(({ scene }) => scene)].flatMap(({ title, cards }) =>
    cards.flatMap(({ part, label, note }) => (part === null ? [] : [{ address: part, label: `${title}: ${label}, ${note}` }])),
  );
  const further = hidden.flatMap(({ id, name, regions }) => {
    const body = regions.find(({ role }) => role === 'body');
    return body === undefined ? [] : [{ address: `${id}.${body.id}`, label: `component ${name}` }];
  });
  return [...collapsed, ...further].slice(0, MAX_PARTS);
}

/** Chooses the components that fit into the remaining room, in the order in which the circuit calls them. */
function choose(
  components: readonly GraphView[],
  room: number,
): { readonly shown: readonly GraphView[]; readonly hidden: readonly GraphView[] } {
  const shown: GraphView[] = [];
  let left = room;
  for (const component of components.toReversed()) {
    const cards = Math.min(component.nodes.length, MAX_CARDS);
    if (shown.length >= MAX_COMPONENTS || cards > left) continue;
    left -= cards;
    shown.push(component);
  }
  return { shown, hidden: components.filter((component) => !shown.includes(component)) };
}
