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

/** The name of what was written last in this tab; the browser forgets it with the tab. */
const DRAFT = 'draft';

/**
 * Keeps what a person has written, in the history of the browser and for its tab: a way back to the page, a reload, and a later visit
 * show it again. A page that is left can no longer do so.
 */
export function keepWritten(source: string): void {
  const isKept = isWritten(source);
  // Some browsers refuse many changes in a short time, as by a key that is held down. The next one keeps the source.
  ifPermitted(() => history.replaceState(isKept ? { source } : null, ''));
  if (isKept) ifPermitted(() => sessionStorage.setItem(DRAFT, source));
}

/** Calls a function that the browser may refuse, by its settings or its limits. */
function ifPermitted<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

/** Shows what was written when the page was here before, or when it was open in this tab; not in place of what the address asks for. */
export function showWritten({ field, notice }: Pick<SharingPlaces, 'field' | 'notice'>): void {
  const { source }: { readonly source?: unknown } = Object(history.state);
  if (typeof source === 'string') {
    field.source = source;
    return;
  }
  const draft = ifPermitted(() => sessionStorage.getItem(DRAFT)) ?? null;
  if (draft === null || location.hash !== '' || location.search !== '') return;
  const example = field.source;
  field.source = draft;
  const startAnew = (): void => {
    ifPermitted(() => sessionStorage.removeItem(DRAFT));
    field.source = example;
    render(null, notice);
  };
  render(<Draft onStart={startAnew} onKeep={() => render(null, notice)} />, notice);
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

interface DraftProps {
  readonly onStart: () => void;
  readonly onKeep: () => void;
}

function Draft({ onStart, onKeep }: DraftProps) {
  return (
    <div class="notice">
      <p>This is what you had written in this tab.</p>
      <button type="button" onClick={onKeep}>
        Go on with it
      </button>
      <button type="button" onClick={onStart}>
        Start with the example
      </button>
    </div>
  );
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
