import { PageEngine } from '../engine/page-engine.js';
import { type FollowedVersion, followCertificate, step } from './certificate-steps.js';

/** The certificate that the address asks to check; `null` if it asks for none. */
function askedFor(address: string): Pick<FollowedVersion, 'pid' | 'version' | 'hash'> | null {
  const query = new URLSearchParams(address);
  const [pid, version, hash] = [query.get('check'), query.get('version'), query.get('hash')];
  return pid === null || version === null || hash === null ? null : { pid, version, hash };
}

/**
 * Checks the certificate that the address asks for, with the solver: this page may run one. Then shows the source, unless it pins other
 * circuits, which the playground does not know.
 *
 * @param show opens a source in the playground
 * @returns when all steps are listed; at once if the address does not name a version with its hash
 */
export async function checkCertificate(place: HTMLElement, show: (source: string) => void): Promise<void> {
  const asked = askedFor(location.search);
  const title = place.querySelector('[data-title]');
  const list = place.querySelector('ol');
  if (asked === null || title === null || list === null) return;
  title.textContent = `Certificate of ${asked.pid}, version ${asked.version}`;
  place.hidden = false;
  const engine = new PageEngine();
  try {
    const followed = await followCertificate(list, engine, { ...asked, text: null, withSolver: true });
    if (followed !== null && followed.source.pinned.length === 0) show(followed.source.source);
  } catch (error) {
    step(list, error instanceof Error ? error.message : String(error), 'wrong');
  } finally {
    engine.end();
  }
}
