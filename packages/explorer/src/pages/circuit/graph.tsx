import type { ShownGraph } from './types.js';

interface GraphProps {
  readonly pid: string;
  readonly name: string;
  readonly version: number;
  /** `undefined` if the engine could not say it now. */
  readonly graph: ShownGraph | undefined;
}

/** The graph of a circuit, or an open part of it, with links to its collapsed parts: the picture itself has no links. */
export function Graph({ pid, name, version, graph }: GraphProps) {
  const opened = graph?.opened ?? null;
  // The version is in each address: the current one may change while the page is read.
  const address = `/circuits/${pid}/graph.svg?version=${version}${opened === null ? '' : `&part=${opened.address}`}`;
  const shown = opened === null ? `The graph of ${name}` : `A part of the graph of ${name}`;
  const whole = `/circuits/${pid}?version=${version}`;
  const linkTo = (part: string): string => `${whole}&part=${part}#graph`;
  return (
    <section aria-labelledby="graph">
      <div class="heading">
        <h2 id="graph">Graph</h2>
        <a href={address}>As a picture</a>
      </div>
      {opened === null ? null : (
        <p class="part">
          <strong>{opened.title}</strong>{' '}
          {opened.before === null ? null : (
            <a class="target" rel="prev" href={linkTo(opened.before)}>
              ‹ Operations before
            </a>
          )}{' '}
          {opened.after === null ? null : (
            <a class="target" rel="next" href={linkTo(opened.after)}>
              Operations after ›
            </a>
          )}{' '}
          <a class="target" href={`${whole}#graph`}>
            Close this part
          </a>
        </p>
      )}
      <div class="picture" data-graph={address} tabIndex={0} role="region" aria-label="Drawing of the graph">
        <img src={address} alt={`${shown}: what is open is red`} loading="lazy" />
      </div>
      {graph === undefined || graph.parts.length === 0 ? null : (
        <details class="parts" open={graph.parts.length <= 8}>
          <summary>Collapsed parts: {graph.parts.length.toLocaleString('en')}</summary>
          <ul>
            {graph.parts.map((part) => (
              <li key={part.address}>
                <a class="target" href={linkTo(part.address)}>
                  Open {part.label}
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
