import type { CardPlace, Picture } from '@kirchhoff/pictures';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { WalkAt } from './playground-walk.js';

interface PictureProps {
  readonly picture: Picture;
  readonly name: string;
  readonly at: WalkAt | null;
}

/** As an image, a picture has no scripts and no links, whatever it contains. Marks of a walk lie above it. */
export function GraphPicture({ picture: { svg, width, height, cards }, name, at }: PictureProps) {
  const [zoom, setZoom] = useState(1);
  const box = useRef<HTMLDivElement>(null);
  const address = useMemo(() => `data:image/svg+xml,${encodeURIComponent(svg)}`, [svg]);
  const marks = useMemo(() => marksOf(cards, at), [cards, at]);
  const current = useRef<HTMLDivElement>(null);
  useEffect(() => showInside(box.current, current.current), [marks]);
  const styleOf = ({ x, y, width: wide, height: high }: CardPlace) => ({
    left: `${(x / width) * 100}%`,
    top: `${(y / height) * 100}%`,
    width: `${(wide / width) * 100}%`,
    height: `${(high / height) * 100}%`,
  });
  return (
    <section aria-labelledby="graph-title" class="graph">
      <h2 id="graph-title">The graph</h2>
      <div class="tools">
        <button type="button" aria-label="Smaller" onClick={() => setZoom((before) => Math.max(0.25, before / 1.25))}>
          −
        </button>
        <button type="button" aria-label="Larger" onClick={() => setZoom((before) => Math.min(4, before * 1.25))}>
          +
        </button>
        <span>{Math.round(zoom * 100)} %</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reachable by keyboard */}
      <div class="picture" tabIndex={0} role="region" aria-label="The graph of the circuit" ref={box}>
        <div class="sheet" style={{ width: `${width * zoom}px` }}>
          <img src={address} width={width} height={height} alt={`The graph of the circuit ${name}`} loading="lazy" decoding="async" />
          {marks.waiting.map((card) => (
            <div key={`${card.graph} ${card.nodes[0]}`} class="waiting" style={styleOf(card)} />
          ))}
          {marks.current !== undefined && (
            <div ref={current} class={marks.fails ? 'current fails' : 'current'} style={styleOf(marks.current)} />
          )}
        </div>
      </div>
    </section>
  );
}

interface Marks {
  readonly current: CardPlace | undefined;
  readonly fails: boolean;
  /** The cards that the walk has not reached yet. */
  readonly waiting: readonly CardPlace[];
}

function marksOf(cards: readonly CardPlace[], at: WalkAt | null): Marks {
  if (at === null) return { current: undefined, fails: false, waiting: [] };
  const { walk, index } = at;
  const reached = new Set(walk.steps.slice(0, index + 1).map(({ graph, node }) => `${graph} ${node}`));
  const step = walk.steps[index];
  const isReached = ({ graph, nodes }: CardPlace): boolean => nodes.some((node) => reached.has(`${graph} ${node}`));
  return {
    current: cards.find(({ graph, nodes }) => step !== undefined && graph === step.graph && nodes.includes(step.node)),
    fails: step?.value === null,
    waiting: cards.filter((card) => card.nodes.some((node) => node.startsWith('n')) && !isReached(card)),
  };
}

/** Scrolls the box, and not the page. */
function showInside(box: HTMLElement | null, mark: HTMLElement | null): void {
  if (box === null || mark === null) return;
  const middle = { left: mark.offsetLeft + mark.offsetWidth / 2, top: mark.offsetTop + mark.offsetHeight / 2 };
  box.scrollTo({ left: middle.left - box.clientWidth / 2, top: middle.top - box.clientHeight / 2 });
}
