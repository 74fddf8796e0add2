import type { CardPlace } from '@kirchhoff/pictures';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { DrawnGraph } from '../engine/protocol.js';
import type { WalkAt } from './playground-walk.js';

interface PictureProps {
  readonly graph: DrawnGraph;
  readonly name: string;
  readonly at: WalkAt | null;
  /** Opens a part; `null` closes it. */
  readonly open: (part: string | null) => void;
}

/** As an image, a picture has no scripts and no links, whatever it contains. Marks of a walk lie above it. */
export function GraphPicture({ graph: { picture, opened, parts, action }, name, at, open }: PictureProps) {
  const { svg, width, height, cards } = picture;
  const subject = action === null ? 'circuit' : 'action';
  const [zoom, setZoom] = useState(1);
  const box = useRef<HTMLDivElement>(null);
  const address = useMemo(() => `data:image/svg+xml,${encodeURIComponent(svg)}`, [svg]);
  const further = parts.filter(({ address: part }) => !cards.some((card) => card.part === part));
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
        {opened !== null && <OpenPart opened={opened} open={open} />}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reachable by keyboard */}
      <div class="picture" tabIndex={0} role="region" aria-label={`The graph of the ${subject}`} ref={box}>
        <div class="sheet" style={{ width: `${width * zoom}px` }}>
          <img src={address} width={width} height={height} alt={`The graph of the ${subject} ${name}`} loading="lazy" decoding="async" />
          {cards.map(
            (card) =>
              card.part !== null && (
                <button
                  key={card.part}
                  type="button"
                  class="open-part"
                  style={styleOf(card)}
                  title="Open this part"
                  aria-label={`Open the collapsed part of ${card.nodes.length.toLocaleString('en')} nodes`}
                  onClick={() => open(card.part)}
                />
              ),
          )}
          {marks.waiting.map((card) => (
            <div key={`${card.graph} ${card.nodes[0]}`} class="waiting" style={styleOf(card)} />
          ))}
          {marks.current !== undefined && (
            <div ref={current} class={marks.fails ? 'current fails' : 'current'} style={styleOf(marks.current)} />
          )}
        </div>
      </div>
      {further.length > 0 && (
        <details class="parts">
          <summary>Parts without room: {further.length.toLocaleString('en')}</summary>
          <ul>
            {further.map(({ address: part, label }) => (
              <li key={part}>
                <button type="button" onClick={() => open(part)}>
                  Open {label}
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function OpenPart({
  opened: { title, before, after },
  open,
}: { readonly opened: NonNullable<DrawnGraph['opened']> } & Pick<PictureProps, 'open'>) {
  return (
    <>
      <strong role="status">{title}</strong>
      <button type="button" aria-disabled={before === null} onClick={() => before !== null && open(before)}>
        ‹ Operations before
      </button>
      <button type="button" aria-disabled={after === null} onClick={() => after !== null && open(after)}>
        Operations after ›
      </button>
      <button type="button" onClick={() => open(null)}>
        Close this part
      </button>
    </>
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
