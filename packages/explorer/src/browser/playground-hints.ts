import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap, showTooltip, type Tooltip } from '@codemirror/view';
import { CONTEXTUAL_WORDS, INTEGER_DOMAINS, RESERVED_WORDS } from '@kirchhoff/coherence/syntax';
import type { MonomerHint, Wire } from '../engine/protocol.js';
import { type ReadSource, readSource } from '../syntax/tokens.js';

/** The knowledge of the engine about the words of a source. */
export interface Knowledge {
  readonly monomers: readonly MonomerHint[];
  readonly wires: readonly Wire[];
}

/** A word with its explanation. */
interface Hint {
  readonly from: number;
  readonly to: number;
  readonly title: string;
  readonly lines: readonly string[];
}

/** Returns the explanation of the word at a position: the domain of a value, or the signature of a monomer. */
function hintAt(state: EditorState, position: number, { monomers, wires }: Knowledge): Hint | null {
  const { tokens, roles } = readSource(state.doc.toString());
  const index = tokens.findIndex(({ from, to, kind }) => from <= position && position <= to && (kind === 'name' || kind === 'capital'));
  const token = tokens[index];
  if (token === undefined) return null;
  const { text, from, to } = token;
  const monomer = monomers.find(({ name }) => name === text);
  if (monomer !== undefined) {
    const needs = monomer.needs === null ? [] : [`It needs: ${monomer.needs}.`];
    return { from, to, title: `${text}${monomer.signature}`, lines: [monomer.description, ...needs] };
  }
  if (roles[index] !== 'name' || tokens[index - 1]?.text === '.') return null;
  const line = state.doc.lineAt(from).number;
  const named = wires.filter(({ name }) => name === text);
  // The same name in another component has another domain: the nearest definition before the place is meant.
  const wire = named.findLast((each) => each.line <= line) ?? named[0];
  return wire === undefined ? null : { from, to, title: `${text}: ${wire.type}`, lines: [`Always in ${wire.values}.`] };
}

function tooltipOf({ from, to, title, lines }: Hint): Tooltip {
  return {
    pos: from,
    end: to,
    above: true,
    create: () => {
      const dom = document.createElement('div');
      dom.className = 'cm-hint';
      const heading = dom.appendChild(document.createElement('strong'));
      heading.textContent = title;
      for (const line of lines) dom.appendChild(document.createElement('p')).textContent = line;
      return { dom };
    },
  };
}

const show = StateEffect.define<Tooltip | null>();

/** The explanation that a key asked for: it goes with the next change or movement. */
const SHOWN = StateField.define<Tooltip | null>({
  create: () => null,
  update: (before, { effects, docChanged, selection }) => {
    const effect = effects.find((each) => each.is(show));
    if (effect !== undefined) return effect.value;
    return docChanged || selection !== undefined ? null : before;
  },
  provide: (field) => showTooltip.from(field),
});

/** Explanations under the pointer, and with Ctrl+I at the cursor. */
export function hints(knowledge: () => Knowledge): Extension {
  const explain = (view: EditorView): boolean => {
    const hint = hintAt(view.state, view.state.selection.main.head, knowledge());
    const spoken = hint === null ? 'There is no explanation here.' : [hint.title, ...hint.lines].join('. ');
    view.dispatch({ effects: [show.of(hint === null ? null : tooltipOf(hint)), EditorView.announce.of(spoken)] });
    return true;
  };
  const close = (view: EditorView): boolean => {
    if (view.state.field(SHOWN) === null) return false;
    view.dispatch({ effects: show.of(null) });
    return true;
  };
  return [
    SHOWN,
    hoverTooltip((view, position) => {
      const hint = hintAt(view.state, position, knowledge());
      return hint === null ? null : tooltipOf(hint);
    }),
    keymap.of([
      { key: 'Mod-i', run: explain, preventDefault: true },
      { key: 'Escape', run: close },
    ]),
  ];
}

const KEYWORDS: readonly Completion[] = [...new Set([...RESERVED_WORDS, ...CONTEXTUAL_WORDS])].map((label) => ({ label, type: 'keyword' }));
const TYPES: readonly Completion[] = [...INTEGER_DOMAINS].map((label) => ({ label, type: 'type' }));

/** Returns what a word can become: names of the source with their domains, monomers with their signatures, and keywords. */
export function complete(context: CompletionContext, { monomers, wires }: Knowledge): CompletionResult | null {
  const word = context.matchBefore(/\w+/);
  if (word === null && !context.explicit) return null;
  const source = readSource(context.state.doc.toString());
  const around = source.tokens.find(({ from, to }) => from < context.pos && context.pos <= to);
  if (around?.kind === 'comment' || around?.kind === 'text' || around?.kind === 'bytes' || around?.kind === 'integer') return null;
  return {
    from: word?.from ?? context.pos,
    options: [...namesIn(source, context.pos, wires), ...monomers.map(monomerCompletion), ...KEYWORDS, ...TYPES],
    validFor: /^\w*$/,
  };
}

/** The names before the place, each once; those of the last proof have their domains beside them. */
function namesIn({ tokens, roles }: ReadSource, position: number, wires: readonly Wire[]): readonly Completion[] {
  const names = new Set(
    tokens.flatMap(({ text, to }, index) =>
      to < position && (roles[index] === 'name' || roles[index] === 'domain') && text !== '_' ? [text] : [],
    ),
  );
  return [...names].map((label) => {
    const wire = wires.findLast(({ name }) => name === label);
    return { label, type: 'variable', boost: 2, ...(wire === undefined ? {} : { detail: wire.values }) };
  });
}

function monomerCompletion({ name, signature, description }: MonomerHint): Completion {
  return { label: name, type: 'function', detail: signature, info: description };
}
