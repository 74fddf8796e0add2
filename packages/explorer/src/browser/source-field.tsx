import { render } from 'preact';
import type { MonomerHint, Wire } from '../engine/protocol.js';
import { ColouredLines } from '../pages/plain-source.js';
import type { Editor, Mark } from './editor.js';
import { idle } from './idle.js';

/** The line of a walk's step. */
interface Pointed {
  readonly line: number | null;
  readonly fails: boolean;
}

/** The events that show that a person is there. */
const SIGNS = ['pointermove', 'pointerdown', 'wheel', 'keydown', 'focusin'] as const;

/**
 * The source that a person edits: first in the plain field that the page came with, and in the editor as soon as a person uses the page.
 * The editor takes over the text, the cursor and the focus, so that nothing that was typed meanwhile is lost.
 */
export class SourceField {
  /** The catalog, as soon as the engine has sent it. */
  monomers: readonly MonomerHint[] = [];
  /** The domains of the names in the source, as of the last proof. */
  wires: readonly Wire[] = [];
  onChange: (source: string) => void = () => undefined;
  private readonly watchers: ((source: string) => void)[] = [];
  private editor: Editor | null = null;
  private loading: Promise<void> | null = null;
  private marks: readonly Mark[] = [];
  private isComposing = false;
  /** True once the coloured text is from this script, and no longer from the page. */
  private isColoured = false;
  private pointed: Pointed = { line: null, fails: false };
  private readonly plain: HTMLTextAreaElement;
  private readonly coloured: HTMLPreElement;

  /** @param place has the plain field with its coloured text */
  constructor(private readonly place: HTMLElement) {
    const plain = place.querySelector('textarea');
    const coloured = place.querySelector('pre');
    if (plain === null || coloured === null) throw new Error('the page has no field for the source');
    this.plain = plain;
    this.coloured = coloured;
    plain.addEventListener('compositionstart', () => {
      this.isComposing = true;
    });
    plain.addEventListener('compositionend', () => {
      this.isComposing = false;
    });
    plain.addEventListener('input', () => {
      this.colour();
      this.changed(plain.value);
    });
    // A form takes what its field has.
    plain.form?.addEventListener('submit', () => {
      plain.value = this.source;
    });
    // What was typed before this script ran, or what the browser has kept, has the colours of another text.
    if (plain.value !== plain.defaultValue) this.colour();
  }

  get source(): string {
    return this.editor?.source ?? this.plain.value;
  }

  set source(text: string) {
    if (this.editor !== null) {
      this.editor.source = text;
      return;
    }
    this.plain.value = text;
    this.colour();
    this.changed(this.source);
  }

  /** Calls a function with the source, now and after each change. */
  watch(watcher: (source: string) => void): void {
    this.watchers.push(watcher);
    watcher(this.source);
  }

  private changed(source: string): void {
    this.onChange(source);
    for (const watcher of this.watchers) watcher(source);
  }

  mark(marks: readonly Mark[]): void {
    this.marks = marks;
    if (this.editor === null) this.showLines();
    else this.editor.mark(marks);
  }

  point(line: number | null, fails: boolean): void {
    this.pointed = { line, fails };
    if (this.editor === null) this.showLines();
    else this.editor.point(line, fails);
  }

  /** Moves to a line, and shows it. */
  goTo(line: number): void {
    void this.loadEditor().then(() => this.editor?.goTo(line));
  }

  /** Loads the editor at the first sign of a person. */
  begin(): void {
    const begun = (): void => {
      for (const sign of SIGNS) removeEventListener(sign, begun);
      void this.loadEditor();
    };
    for (const sign of SIGNS) addEventListener(sign, begun, { passive: true });
    if (this.place.contains(document.activeElement)) begun();
  }

  private async loadEditor(): Promise<void> {
    this.loading ??= this.replace().catch((error: unknown) => {
      const note = document.createElement('p');
      note.textContent = `The editor did not load, so this field has no completion and no marks: load the page again. (${String(error)})`;
      this.place.append(note);
    });
    return this.loading;
  }

  private async replace(): Promise<void> {
    const { Editor } = await import('./editor.js');
    await idle();
    await this.betweenWords();
    const { plain, place } = this;
    const editor = new Editor(
      plain.value,
      () => this,
      (source) => this.changed(source),
    );
    const hasFocus = document.activeElement === plain;
    if (hasFocus) editor.select(plain.selectionStart, plain.selectionEnd);
    // It stays, since it is the field of the form that publishes.
    this.coloured.remove();
    plain.hidden = true;
    place.append(editor.view.dom);
    this.editor = editor;
    if (hasFocus) editor.view.focus();
    editor.mark(this.marks);
    editor.point(this.pointed.line, this.pointed.fails);
  }

  /** Waits for the end of a composition, which a change of the field would break off. */
  private async betweenWords(): Promise<void> {
    if (!this.isComposing) return;
    await new Promise((resolve) => {
      this.plain.addEventListener('compositionend', resolve, { once: true });
    });
  }

  private colour(): void {
    // Rendering over the lines of the page would keep those that the new text does not have.
    if (!this.isColoured) this.coloured.replaceChildren();
    this.isColoured = true;
    render(<ColouredLines source={this.plain.value} />, this.coloured);
    this.showLines();
  }

  /** Marks lines of the coloured text, as the editor would. */
  private showLines(): void {
    const { line: pointed, fails } = this.pointed;
    const marked = new Map(this.marks.map(({ line, severity }) => [line, severity]));
    for (const [index, line] of [...this.coloured.children].entries()) {
      const severity = marked.get(index + 1);
      line.classList.toggle('has-error', severity === 'error');
      line.classList.toggle('has-warning', severity === 'warning');
      line.classList.toggle('cm-step', pointed === index + 1);
      line.classList.toggle('cm-step-fails', pointed === index + 1 && fails);
    }
  }
}
