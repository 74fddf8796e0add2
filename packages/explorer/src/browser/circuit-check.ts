import type { PageEngine } from '../engine/page-engine.js';
import type { CheckAnswer } from '../engine/page-protocol.js';
import { completeSource } from './complete-source.js';

/** "Check it yourself": downloads the certificate, and runs the kernel's checker on it in this browser. */
export function beginChecking(page: HTMLElement, engine: PageEngine, version: ShownVersion): void {
  const button = page.querySelector<HTMLButtonElement>('button[data-check]');
  const list = page.querySelector<HTMLOListElement>('.steps');
  if (button === null || list === null) return;
  button.disabled = false;
  button.addEventListener('click', () => {
    button.disabled = true;
    list.replaceChildren();
    void checkAll(list, engine, { ...version, address: button.dataset['check'] ?? '', text: textOf(page.querySelector('.source')) })
      .catch((error: unknown) => step(list, error instanceof Error ? error.message : String(error), 'wrong'))
      .finally(() => {
        button.disabled = false;
      });
  });
}

/** The version that the page shows. */
export interface ShownVersion {
  readonly pid: string;
  readonly version: string;
  readonly hash: string;
}

interface Wanted extends ShownVersion {
  /** The address of the certificate. */
  readonly address: string;
  /** The source that the page shows. */
  readonly text: string;
}

/** Returns the text of a source without the end of its last line, which a page may have or not. */
function textOf(source: Pick<Node, 'textContent'> | null): string {
  return (source?.textContent ?? '').replaceAll(/\r\n?/g, '\n').replace(/\n+$/, '');
}

async function checkAll(list: HTMLOListElement, engine: PageEngine, { pid, version, hash, address, text }: Wanted): Promise<void> {
  const source = await completeSource(engine, pid, version);
  if (textOf({ textContent: source.source }) !== text) return step(list, 'The server gave another source than this page shows.', 'wrong');
  const pins = source.pinned.length === 0 ? '' : `, and ${counted(source.pinned.length, 'circuit')} that it pins`;
  step(list, `Downloaded the source: ${counted(source.source.length, 'character')}${pins}.`, 'right');
  const response = await fetch(address);
  if (!response.ok) return step(list, `The server does not give the certificate (${response.status}).`, 'wrong');
  const certificate = new Uint8Array(await response.arrayBuffer());
  step(list, `Downloaded the certificate: ${counted(certificate.length, 'byte')}.`, 'right');
  const answer = await engine.ask({ kind: 'check', subject: source, certificate });
  if (answer.kind === 'failed') return step(list, answer.message, 'wrong');
  if (answer.kind === 'check') tell(list, answer.check, hash);
}

/** `hash`: that of the version that the page shows. */
function tell(list: HTMLOListElement, check: CheckAnswer, hash: string): void {
  if (check.kind === 'unreadable') return step(list, `The source cannot be read by this engine: ${check.message}.`, 'wrong');
  if (check.hash !== hash) return step(list, `The source has another hash than this page shows: ${check.hash.slice(0, 16)}….`, 'wrong');
  step(list, `Read the source and worked out its hash: ${check.hash.slice(0, 16)}…`, 'right');
  const { verified, total, refusal, assurance, needsSolver } = check;
  if (needsSolver) {
    const left = total - verified;
    step(list, `Checked ${verified.toLocaleString('en')} of ${counted(total, 'obligation')} by rules: all of them follow.`, 'right');
    step(
      list,
      `Left to the answers of a solver: ${counted(left, 'obligation')}. This page may not run a solver; kir verify --offline asks it again, and checks every step.`,
      'partly',
    );
    return offerPlayground(list);
  }
  if (refusal !== null) return step(list, `The certificate is refused after ${counted(verified, 'obligation')}: ${refusal}.`, 'wrong');
  step(list, `The certificate belongs to this source, and each of ${counted(total, 'obligation')} follows.`, 'right');
  step(list, `It is valid. Grade of the evidence: ${assurance ?? 'none'}.`, 'right');
}

/** The playground may run z3. It gets the source, and makes a proof of its own instead of following the certificate. */
function offerPlayground(list: HTMLOListElement): void {
  const playground = document.querySelector<HTMLAnchorElement>('a[data-playground]');
  // A circuit that pins others cannot be opened there.
  if (playground === null || playground.hidden) return;
  const link = document.createElement('a');
  link.href = playground.href;
  link.textContent = 'Prove it anew in the playground';
  const item = document.createElement('li');
  item.className = 'partly';
  item.append(link, ', which makes a proof of its own with the solver z3, in this browser.');
  list.append(item);
}

function step(list: HTMLOListElement, text: string, state: 'right' | 'wrong' | 'partly'): void {
  const item = document.createElement('li');
  item.className = state;
  item.textContent = text;
  list.append(item);
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}
