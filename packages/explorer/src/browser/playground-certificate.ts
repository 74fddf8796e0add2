import { PageEngine } from '../engine/page-engine.js';
import { type FollowedVersion, followCertificate, isSameSource, step } from './certificate-steps.js';
import { isWritten } from './playground-share.js';
import type { SourceField } from './source-field.js';

/** Anyone makes a link: a text of theirs in the title would look like a word of this page. */
const PID = /^cir_[0-9A-Za-z]{1,40}$/;
const VERSION = /^([1-9][0-9]{0,9}|[0-9a-f]{64})$/;
const HASH = /^[0-9a-f]{64}$/;

/** The certificate that the address asks to check; `null` if it names no version with its hash. */
function askedFor(address: string): Pick<FollowedVersion, 'pid' | 'version' | 'hash'> | null {
  const query = new URLSearchParams(address);
  const [pid, version, hash] = [query.get('check') ?? '', query.get('version') ?? '', query.get('hash') ?? ''];
  return PID.test(pid) && VERSION.test(version) && HASH.test(hash) ? { pid, version, hash } : null;
}

/**
 * Checks the certificate that the address asks for, with the solver: this page may run one. Then shows the source, unless it pins other
 * circuits, which the playground does not know. From then on the page says whether the certificate is about the source in the editor.
 *
 * @returns when all steps are listed
 */
export async function checkCertificate(place: HTMLElement, field: SourceField): Promise<void> {
  const asked = askedFor(location.search);
  const title = place.querySelector('[data-title]');
  const list = place.querySelector('ol');
  const about = place.querySelector('[data-about]');
  if (title === null || list === null || about === null) return;
  title.textContent = asked === null ? 'No certificate' : `Certificate of ${asked.pid}, version ${asked.version}`;
  place.hidden = false;
  if (asked === null) {
    step(list, 'The link names no version of a circuit with its hash: begin the check on the page of the circuit.', 'wrong');
    return;
  }
  const engine = new PageEngine();
  try {
    const followed = await followCertificate(list, engine, { ...asked, text: null, withSolver: true });
    if (followed === null) return;
    const { source, pinned } = followed.source;
    // A source that a person has written, or that the link has, stays.
    if (pinned.length === 0 && !isWritten(field.source)) field.source = source;
    field.watch((shown) => {
      about.textContent = isSameSource(shown, source)
        ? 'The editor shows the source of this certificate.'
        : 'The editor shows another source. This certificate says nothing about it.';
    });
  } catch (error) {
    step(list, error instanceof Error ? error.message : String(error), 'wrong');
  } finally {
    engine.end();
  }
}
