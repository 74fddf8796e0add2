import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic as EditorDiagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { complete, hints, type Knowledge } from './playground-hints.js';
import { kirLanguage } from './playground-language.js';

/** The colours are variables of the page's style, which knows both schemes. */
const COLOURS = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--comment)' },
  { tag: tags.string, color: 'var(--string)' },
  { tag: tags.number, color: 'var(--number)' },
  { tag: tags.keyword, color: 'var(--keyword)', fontWeight: '600' },
  { tag: tags.typeName, color: 'var(--type)' },
  { tag: tags.invalid, color: 'var(--open)' },
  { tag: tags.standard(tags.function(tags.variableName)), color: 'var(--call)' },
]);

/** The line of a walk's step; `null` for no line. */
interface Pointed {
  readonly line: number;
  readonly fails: boolean;
}

const pointAt = StateEffect.define<Pointed | null>();

const POINTED = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, { effects, changes, newDoc }) => {
    let shown = before.map(changes);
    for (const effect of effects) {
      if (!effect.is(pointAt)) continue;
      const { value } = effect;
      if (value === null || value.line > newDoc.lines) shown = Decoration.none;
      else {
        const line = Decoration.line({ class: value.fails ? 'cm-step cm-step-fails' : 'cm-step' });
        shown = Decoration.set([line.range(newDoc.line(value.line).from)]);
      }
    }
    return shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** A finding in the editor: lines and columns from 1, columns in code points. */
export interface Mark {
  readonly line: number;
  readonly column: number;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

export class Editor {
  readonly view: EditorView;

  /** @param knowledge of the engine, as of now */
  constructor(source: string, knowledge: () => Knowledge, onChange: (source: string) => void) {
    this.view = new EditorView({
      state: EditorState.create({
        doc: source,
        extensions: [
          lineNumbers(),
          foldGutter(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          autocompletion({ override: [(context) => complete(context, knowledge())] }),
          lintGutter(),
          kirLanguage(),
          hints(knowledge),
          POINTED,
          syntaxHighlighting(COLOURS),
          keymap.of([...completionKeymap, ...foldKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
          EditorView.contentAttributes.of({ 'aria-label': 'Source of the circuit', tabindex: '0' }),
          EditorView.lineWrapping,
          EditorView.updateListener.of((update) => {
            if (update.docChanged) onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
  }

  set source(text: string) {
    // A step of its own: joined with what was typed just before, one undo would take back both.
    const annotations = isolateHistory.of('full');
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, annotations });
  }

  /** Takes the place of the cursor over, in characters from the beginning. */
  select(anchor: number, head: number): void {
    this.view.dispatch({ selection: { anchor, head }, scrollIntoView: true });
  }

  get source(): string {
    return this.view.state.doc.toString();
  }

  mark(marks: readonly Mark[]): void {
    const { doc } = this.view.state;
    const found = marks.map(({ line, column, severity, message }): EditorDiagnostic => {
      const { from, to, text } = doc.line(Math.min(Math.max(line, 1), doc.lines));
      const start =
        from +
        Array.from(text)
          .slice(0, column - 1)
          .join('').length;
      const word = /^\w+/.exec(text.slice(start - from))?.[0].length ?? 1;
      return { from: Math.min(start, to), to: Math.min(start + word, to), severity, message };
    });
    this.view.dispatch(setDiagnostics(this.view.state, found));
  }

  /** Marks the line of a step, without moving the cursor or the focus. */
  point(line: number | null, fails: boolean): void {
    const { doc } = this.view.state;
    const isThere = line !== null && line >= 1 && line <= doc.lines;
    const effects: StateEffect<unknown>[] = [pointAt.of(isThere ? { line, fails } : null)];
    if (isThere) effects.push(EditorView.scrollIntoView(doc.line(line).from, { y: 'nearest', yMargin: 40 }));
    this.view.dispatch({ effects });
  }

  /** Moves to a line, and shows it. */
  goTo(line: number): void {
    const { doc } = this.view.state;
    const { from } = doc.line(Math.min(Math.max(line, 1), doc.lines));
    this.view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
    this.view.focus();
  }
}
