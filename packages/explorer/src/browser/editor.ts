import { autocompletion, type CompletionContext, type CompletionResult, closeBrackets } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, indentOnInput, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic as EditorDiagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Wire } from '../engine/protocol.js';

const KEYWORDS = new Set(
  'circuit policy component domain input output require ensure if else match map filter fold any all count first in for as and or not implies xor none some true false enum use keeping rule action allow deny review default on when of'.split(
    ' ',
  ),
);
const TYPES = new Set(['bool', 'text', 'bytes', 'i64', 'u32', 'u8', 'u16', 'hostname', 'ipv4', 'ipv6', 'path']);

const LANGUAGE = StreamLanguage.define<null>({
  name: 'kir',
  startState: () => null,
  token: (stream) => {
    if (stream.eatSpace()) return null;
    if (stream.match('//')) {
      stream.skipToEnd();
      return 'comment';
    }
    if (stream.match(/^x?"(?:[^"\\]|\\.)*"?/)) return 'string';
    if (stream.match(/^0x[\dA-Fa-f_]+|^\d[\d_]*/)) return 'number';
    const word = stream.match(/^[A-Za-z_]\w*/);
    if (Array.isArray(word)) {
      const [name = ''] = word;
      if (KEYWORDS.has(name)) return 'keyword';
      if (TYPES.has(name)) return 'typeName';
      return /^[A-Z][A-Z\d_]*$/.test(name) ? 'standard.function' : 'variableName';
    }
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: '//' }, closeBrackets: { brackets: ['(', '[', '{', '"'] } },
});

/** The colours are variables of the page's style, which knows both schemes. */
const COLOURS = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--comment)' },
  { tag: tags.string, color: 'var(--string)' },
  { tag: tags.number, color: 'var(--number)' },
  { tag: tags.keyword, color: 'var(--keyword)', fontWeight: '600' },
  { tag: tags.typeName, color: 'var(--type)' },
  { tag: tags.standard(tags.function(tags.variableName)), color: 'var(--call)' },
]);

function complete(context: CompletionContext, monomers: readonly string[]): CompletionResult | null {
  const word = context.matchBefore(/\w+/);
  if (word === null || (word.from === word.to && !context.explicit)) return null;
  return {
    from: word.from,
    options: [
      ...[...KEYWORDS].map((label) => ({ label, type: 'keyword' })),
      ...[...TYPES].map((label) => ({ label, type: 'type' })),
      ...monomers.map((label) => ({ label, type: 'function' })),
    ],
    validFor: /^\w*$/,
  };
}

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
  /** The names that completion offers, as soon as the engine has sent them. */
  monomers: readonly string[] = [];
  /** The domains of the names in the source, as of the last proof. */
  wires: readonly Wire[] = [];

  constructor(parent: HTMLElement, source: string, onChange: (source: string) => void) {
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        doc: source,
        extensions: [
          lineNumbers(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          autocompletion({ override: [(context) => complete(context, this.monomers)] }),
          lintGutter(),
          LANGUAGE,
          POINTED,
          syntaxHighlighting(COLOURS),
          keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
          EditorView.contentAttributes.of({ 'aria-label': 'Source of the circuit' }),
          EditorView.lineWrapping,
          EditorView.updateListener.of((update) => {
            if (update.docChanged) onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
  }

  set source(text: string) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
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
