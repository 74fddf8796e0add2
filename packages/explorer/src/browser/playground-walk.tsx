import { useEffect, useState } from 'preact/hooks';
import type { Step, Walk } from '../runs/walk.js';

/** The run of a walk, with its values up to a step. */
export interface WalkAt {
  readonly walk: Walk;
  readonly index: number;
}

interface WalkThroughProps {
  readonly title: string;
  readonly at: WalkAt;
  /** False while another run is awaited: the walk keeps its place in the page, and is not seen. */
  readonly isCurrent: boolean;
  readonly onStep: (index: number) => void;
}

/** Steps around the current one that are listed. */
const BEFORE = 4;
const AFTER = 2;

/** The values of a run, one at a time: by buttons and by arrow keys. */
export function WalkThrough({ title, at: { walk, index }, isCurrent, onStep }: WalkThroughProps) {
  const { steps, omitted, resumes } = walk;
  const last = steps.length - 1;
  const step = steps[index];
  if (step === undefined) return null;
  const keys: Readonly<Record<string, number>> = {
    ArrowRight: index + 1,
    ArrowDown: index + 1,
    ArrowLeft: index - 1,
    ArrowUp: index - 1,
    Home: 0,
    End: last,
  };
  const move = (to: number): void => onStep(Math.min(Math.max(to, 0), last));
  const from = Math.max(0, Math.min(index - BEFORE, last - BEFORE - AFTER));
  const listed = steps.slice(from, from + BEFORE + AFTER + 1);
  return (
    <section aria-labelledby="walk-title" class={isCurrent ? 'walk' : 'walk outdated'}>
      <h2 id="walk-title">{title}</h2>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no keys of its own either */}
      <div
        role="group"
        aria-label="Steps of the run; arrow keys move"
        class="steps"
        onKeyDown={(event) => {
          const to = keys[event.key];
          if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          move(to);
        }}
      >
        <button type="button" aria-disabled={index === 0} onClick={() => move(0)}>
          First
        </button>
        <button type="button" aria-disabled={index === 0} onClick={() => move(index - 1)}>
          ‹ Back
        </button>
        <button type="button" aria-disabled={index === last} onClick={() => move(index + 1)}>
          Forward ›
        </button>
        <button type="button" aria-disabled={index === last} onClick={() => move(last)}>
          Last
        </button>
        <span>
          step {number(index, walk)} of {(steps.length + omitted).toLocaleString('en')}
        </span>
      </div>
      <p class="visually-hidden" role="status">
        {spoken(step)}
      </p>
      <ol class="values">
        {listed.map((each, place) => (
          <li key={from + place} aria-current={from + place === index ? 'step' : undefined} class={each.value === null ? 'fails' : ''}>
            {omitted > 0 && from + place === resumes && <p class="hint">{omitted.toLocaleString('en')} steps between are not shown.</p>}
            <button type="button" class="value" onClick={() => move(from + place)}>
              <span class="name">
                {each.wire}
                {roundsOf(each)}
              </span>
              <span class="text">{textOf(each)}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function number(index: number, { omitted, resumes }: Walk): string {
  return (index + 1 + (index >= resumes ? omitted : 0)).toLocaleString('en');
}

function roundsOf({ rounds, component }: Step): string {
  const inside = component === null ? '' : ` in ${component}`;
  return rounds.length === 0 ? inside : `${inside}, round ${rounds.join(' of round ')}`;
}

/** An input has no operation to show. */
function textOf({ text, value, wire }: Step): string {
  if (value === null) return `${text === wire || text === '' ? '' : `${text}: `}fails here`;
  return text === wire || text === value ? `= ${value}` : `${text} = ${value}`;
}

function spoken(step: Step): string {
  return `${step.wire}${roundsOf(step)}: ${textOf(step)}, line ${step.line}`;
}

/** The place in a walk; a new walk begins at its first step. */
export function useWalk(walk: Walk | null): readonly [WalkAt | null, (index: number) => void] {
  const [place, setPlace] = useState<{ readonly walk: Walk | null; readonly index: number }>({ walk, index: 0 });
  useEffect(() => setPlace({ walk, index: 0 }), [walk]);
  if (walk === null || walk.steps.length === 0) return [null, () => undefined];
  const index = place.walk === walk ? place.index : 0;
  return [{ walk, index }, (next) => setPlace({ walk, index: next })];
}
