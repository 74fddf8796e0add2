import { render } from 'preact';
import { EXAMPLES } from '../syntax/examples.js';
import { fragmentOf, MAX_SHARED, sharedIn } from './share.js';
import type { SourceField } from './source-field.js';

export interface SharingPlaces {
  readonly field: SourceField;
  readonly button: HTMLButtonElement;
  /** Messages stand here. */
  readonly notice: HTMLElement;
}

const LIMIT = MAX_SHARED.toLocaleString('en');

/** Makes links with the source, and opens those that others have made: with the page, and when the address changes. */
export async function beginSharing({ field, button, notice }: SharingPlaces): Promise<void> {
  /** The last source that a link opened, or that a link was made for. */
  let linked: string | null = null;
  const tell = (message: string): void => render(<Notice message={message} />, notice);
  const open = (source: string): void => {
    linked = source;
    field.source = source;
    render(null, notice);
  };

  button.addEventListener('click', () => {
    const { source } = field;
    void share(source, tell).then((isShared) => {
      if (isShared) linked = source;
    });
  });
  button.disabled = false;

  const openAddress = async (): Promise<void> => {
    const shared = await sharedIn(location.hash);
    switch (shared.kind) {
      case 'none':
        return;
      case 'damaged':
        return tell('The link has no source that can be read: a part of it is lost. Ask for the link again. Your source is unchanged.');
      case 'too-long':
        return tell(
          `The source of the link is longer than ${LIMIT} characters, the limit of a link. Ask for its text. Your source is unchanged.`,
        );
      case 'source': {
        if (shared.source === field.source) return;
        // What can be had again is replaced; what a person has written only if they say so.
        if (isWritten(field.source) && field.source !== linked) {
          return render(<Choice onOpen={() => open(shared.source)} onKeep={() => render(null, notice)} />, notice);
        }
        open(shared.source);
      }
    }
  };
  addEventListener('hashchange', () => void openAddress());
  await openAddress();
}

/**
 * Keeps what a person has written in the history of the browser: a way back to the page, and a reload, show it again. A page that is
 * left can no longer do so.
 */
export function keepWritten(source: string): void {
  try {
    history.replaceState(isWritten(source) ? { source } : null, '');
  } catch (error) {
    // Some browsers refuse many changes in a short time, as by a key that is held down. The next one keeps the source.
    if (!(error instanceof DOMException)) throw error;
  }
}

/** Shows what was written when the page was here before. */
export function showWritten(field: SourceField): void {
  const { source }: { readonly source?: unknown } = Object(history.state);
  if (typeof source === 'string') field.source = source;
}

/** Returns false for a source that is empty, or an example. */
export function isWritten(source: string): boolean {
  return source.trim() !== '' && !EXAMPLES.some((example) => example.source === source);
}

/** Returns true if the link is in the address of the page. */
async function share(source: string, tell: (message: string) => void): Promise<boolean> {
  const fragment = await fragmentOf(source);
  if (fragment === null) {
    tell(
      `No link was made: this source has ${source.length.toLocaleString('en')} characters, and a link has room for ${LIMIT}. Publish it, or send its text.`,
    );
    return false;
  }
  // The link has the source alone: a query asks for the check of another one.
  history.replaceState(null, '', `${location.pathname}${fragment}`);
  try {
    await navigator.clipboard.writeText(location.href);
    tell('The link is copied.');
  } catch {
    // Without the permission, or on an address without TLS.
    tell('The address of this page is the link.');
  }
  return true;
}

function Notice({ message }: { readonly message: string }) {
  return <p class="notice">{message}</p>;
}

interface ChoiceProps {
  readonly onOpen: () => void;
  readonly onKeep: () => void;
}

function Choice({ onOpen, onKeep }: ChoiceProps) {
  return (
    <div class="notice">
      <p>The address has another source. What you have written would be replaced.</p>
      <button type="button" onClick={onOpen}>
        Open the shared source
      </button>
      <button type="button" onClick={onKeep}>
        Keep mine
      </button>
    </div>
  );
}
