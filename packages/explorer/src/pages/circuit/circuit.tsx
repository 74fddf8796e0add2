import { type PageSession, renderPage } from '../layout.js';
import { Day, gradeInWords, StateMark, Table } from '../text.js';
import { Graph } from './graph.js';
import { Ports, Proven } from './promises.js';
import { Difference, Source } from './source.js';
import type { CircuitExplanation, ShownCircuit, ShownPort, ShownTarget, ShownVersion, SourceDifference } from './types.js';

export interface CircuitPage {
  /** The address of this server, for what is embedded elsewhere; '' if it is not known. */
  readonly here: string;
  readonly circuit: ShownCircuit;
  /** The version that is shown: the current one, or an earlier one. */
  readonly shown: ShownVersion & { readonly source: string };
  readonly inputs: readonly ShownPort[];
  readonly outputs: readonly ShownPort[];
  /** The explanation of the shown version; `undefined` if it cannot be told now. */
  readonly explanation: CircuitExplanation | undefined;
  readonly difference: SourceDifference | undefined;
  readonly targets: readonly ShownTarget[];
  readonly pinnedBy: { readonly circuits: readonly { readonly pid: string; readonly name: string }[]; readonly isCut: boolean };
  readonly session?: PageSession | undefined;
  /** True for the owner of the circuit. */
  readonly isOwn: boolean;
}

/** Renders the page of a circuit. */
export function circuitPage(view: CircuitPage): string {
  const { here, circuit, shown, session, explanation, difference } = view;
  const { pid, name, description, visibility } = circuit;
  const isCurrent = shown.version === circuit.version;
  const summary = summaryOf(circuit);
  return renderPage({
    title: isCurrent ? name : `${name}, version ${shown.version}`,
    description: description === '' ? summary : description,
    path: `/circuits/${pid}`,
    session,
    scripts: ['circuit.ts'],
    head: visibility === 'public' ? <Preview here={here} circuit={circuit} summary={summary} /> : null,
    content: (
      <article class="circuit" data-pid={pid} data-version={shown.version} data-hash={shown.hash}>
        <Title circuit={circuit} shown={shown} isCurrent={isCurrent} isOwn={view.isOwn} />
        <Proven shown={shown} isCurrent={isCurrent} explanation={explanation} />
        <Ports inputs={view.inputs} outputs={view.outputs} />
        <Graph pid={pid} name={name} version={shown.version} graph={explanation?.graph} />
        <section aria-labelledby="source">
          <div class="heading">
            <h2 id="source">Source</h2>
            <span class="links">
              <a href="/playground" data-playground="" hidden>
                Open in the playground
              </a>
              <a href={`/circuits/${pid}/versions/${shown.version}`}>As JSON</a>
            </span>
          </div>
          <Source source={shown.source} />
        </section>
        <Versions circuit={circuit} shown={shown} difference={difference} />
        <Certificate pid={pid} shown={shown} />
        <Artifacts circuit={circuit} shown={shown} targets={view.targets} />
        <PinnedBy pinnedBy={view.pinnedBy} circuit={circuit} shown={shown} />
        {isCurrent && visibility === 'public' ? <Badge here={here} circuit={circuit} /> : null}
      </article>
    ),
  });
}

/** One sentence about the state of a circuit. */
export function summaryOf({ certified, phi_c: phi, assurance }: ShownVersion): string {
  if (certified) return `A certified circuit, ${gradeInWords(assurance)}.`;
  return phi === null ? 'A circuit that was not certified yet.' : `An open circuit: φ = ${phi}, so some obligations are not proven.`;
}

function Preview({ here, circuit, summary }: { readonly here: string; readonly circuit: ShownCircuit; readonly summary: string }) {
  const { pid, name, description } = circuit;
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Kirchhoff" />
      <meta property="og:title" content={name} />
      <meta property="og:description" content={description === '' ? summary : `${summary} ${description}`} />
      <meta property="og:url" content={`${here}/circuits/${pid}`} />
      <meta property="og:image" content={`${here}/circuits/${pid}/card.png`} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={`${name}. ${summary}`} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

interface TitleProps {
  readonly circuit: ShownCircuit;
  readonly shown: ShownVersion;
  readonly isCurrent: boolean;
  readonly isOwn: boolean;
}

function Title({ circuit, shown, isCurrent, isOwn }: TitleProps) {
  const { pid, name, owner, description, visibility, version } = circuit;
  return (
    <header>
      <p class="eyebrow">
        by <a href={`/owners/${owner}`}>{owner}</a>
      </p>
      <h1>{name}</h1>
      <p class="facts">
        <StateMark {...shown} />
        {shown.assurance === null ? null : <span class="mark">{shown.assurance}</span>}
        {visibility === 'private' ? <span class="mark">private</span> : null}
        <span class="quiet">
          version {shown.version}
          {shown.certified_at === null ? (
            <>
              , <Day time={shown.created_at} />
            </>
          ) : (
            <>
              , certified <Day time={shown.certified_at} />
            </>
          )}
        </span>
      </p>
      {description === '' ? null : <p class="lead">{description}</p>}
      {isOwn ? (
        <p>
          This circuit is yours:{' '}
          <a class="target" href={`/circuits/${pid}/change`}>
            change or withdraw it
          </a>
        </p>
      ) : null}
      {isCurrent ? null : (
        <p class="note">
          This is an earlier version. <a href={`/circuits/${pid}`}>Version {version} is the current one</a>. Of an earlier version the
          registry keeps the source, the last certification and its certificate. It keeps no earlier name or description: those here are of
          now, and so is the badge.
        </p>
      )}
    </header>
  );
}

interface VersionsProps {
  readonly circuit: ShownCircuit;
  readonly shown: ShownVersion;
  readonly difference: SourceDifference | undefined;
}

function Versions({ circuit: { pid, versions }, shown, difference }: VersionsProps) {
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <Table label="Table of versions" heads={['Version', 'State', 'Published', 'Hash', 'Differences']}>
        {versions.map((version) => (
          <tr key={version.version} {...(version.version === shown.version ? { 'aria-current': 'true' as const } : {})}>
            <td>
              <a class="target" href={`/circuits/${pid}?version=${version.version}`}>
                {version.version}
              </a>
            </td>
            <td>
              <StateMark {...version} />
            </td>
            <td>
              <Day time={version.created_at} />
            </td>
            <td>
              <code title={version.hash}>{version.hash.slice(0, 12)}…</code>
            </td>
            <td>
              {version.version === 1 ? null : (
                <a class="target" href={`/circuits/${pid}?version=${version.version}&compare=${version.version - 1}#difference`}>
                  to version {version.version - 1}
                </a>
              )}
            </td>
          </tr>
        ))}
      </Table>
      {difference === undefined ? null : (
        <div id="difference">
          <h3>
            From version {difference.old} to version {difference.new}
          </h3>
          <p class="meaning" data-old={difference.old} data-new={difference.new} role="status">
            Lines show how the sources differ. Whether the circuits differ in meaning is worked out in this browser, which needs JavaScript.
          </p>
          <Difference difference={difference} />
        </div>
      )}
    </section>
  );
}

function Certificate({ pid, shown }: { readonly pid: string; readonly shown: ShownVersion }) {
  if (!shown.certified) return null;
  const address = `/circuits/${pid}/versions/${shown.version}/certificate`;
  return (
    <section aria-labelledby="certificate">
      <div class="heading">
        <h2 id="certificate">Certificate</h2>
        <a href={address}>Its bytes</a>
      </div>
      <p>
        The certificate has a reason for each obligation. The checker searches nothing and believes no claim: it reads the source, and
        follows the certificate step by step. Here it comes with this page; on your machine, <code>kir verify --offline</code> runs it.
      </p>
      <p class="actions">
        <button type="button" data-check="" disabled>
          Check it yourself, in this browser
        </button>
      </p>
      <ol class="steps" aria-live="polite" />
      <noscript>
        <p>
          The check in the browser needs JavaScript. On a command line: <code>kir verify --offline CERTIFICATE SOURCE</code>
        </p>
      </noscript>
    </section>
  );
}

function Artifacts({
  circuit: { pid, name },
  shown: { certified, version },
  targets,
}: {
  readonly circuit: ShownCircuit;
  readonly shown: ShownVersion;
  readonly targets: readonly ShownTarget[];
}) {
  return (
    <section aria-labelledby="artifacts">
      <h2 id="artifacts">In your language</h2>
      {certified ? (
        <>
          <p>
            One file without dependencies, with the same meaning in each language. What the rules of the checker have proven is not checked
            again at run time.
          </p>
          <ul class="artifacts">
            {targets.map(({ id, language, isText }) => (
              <li key={id}>
                <a
                  class="target"
                  href={`/circuits/${pid}/artifacts/${id}?version=${version}`}
                  {...(isText ? { 'data-artifact': language } : { download: '' })}
                >
                  {language}
                </a>
              </li>
            ))}
          </ul>
          <div class="artifact" hidden>
            <div class="heading">
              <h3 tabIndex={-1}>{name}</h3>
              <button type="button" class="plain" data-copy="#artifact-text">
                Copy
              </button>
            </div>
            <pre tabIndex={0}>
              <code id="artifact-text" />
            </pre>
          </div>
        </>
      ) : (
        <p>Only a certified version is compiled, and this one is not certified.</p>
      )}
    </section>
  );
}

interface PinnedByProps extends Pick<CircuitPage, 'pinnedBy'> {
  readonly circuit: ShownCircuit;
  readonly shown: ShownVersion;
}

function PinnedBy({ pinnedBy: { circuits, isCut }, circuit: { pid }, shown: { certified, hash } }: PinnedByProps) {
  return (
    <section aria-labelledby="pinned">
      <h2 id="pinned">Use it in a circuit</h2>
      {certified ? (
        <>
          <label for="pin">This line pins exactly this version:</label>
          <div class="joined">
            <input id="pin" class="code" readOnly value={`use "${pid}@${hash}" as part`} />
            <button type="button" class="plain" data-copy="#pin">
              Copy
            </button>
          </div>
        </>
      ) : (
        <p>A version can be pinned once it is certified.</p>
      )}
      <h3>Circuits that use it</h3>
      {circuits.length === 0 ? (
        <p class="quiet">
          {isCut ? 'None of those that were looked at uses it in its current version.' : 'No circuit that you may see uses it.'}
        </p>
      ) : (
        <ul>
          {circuits.map((each) => (
            <li key={each.pid}>
              <a class="target" href={`/circuits/${each.pid}`}>
                {each.name}
              </a>
            </li>
          ))}
          {isCut ? <li>and others</li> : null}
        </ul>
      )}
    </section>
  );
}

function Badge({ here, circuit: { pid, name } }: { readonly here: string; readonly circuit: ShownCircuit }) {
  const image = `/v1/circuits/${pid}/badge`;
  const alt = name.replaceAll(/[[\]\\<>&`*_!|~]/g, '\\$&');
  return (
    <section aria-labelledby="badge">
      <h2 id="badge">Badge</h2>
      <p>
        <img src={image} alt="The badge of this circuit" height={20} />
      </p>
      <label for="badge-markdown">For a README, in Markdown:</label>
      <div class="joined">
        <input id="badge-markdown" class="code" readOnly value={`[![${alt}](${here}${image})](${here}/circuits/${pid})`} />
        <button type="button" class="plain" data-copy="#badge-markdown">
          Copy
        </button>
      </div>
    </section>
  );
}
