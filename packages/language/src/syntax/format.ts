import { DiagnosticSink } from '../diagnostics/sink.js';
import type {
  ActionSyntax,
  CircuitItem,
  ComponentItem,
  EnsureStatement,
  Item,
  PolicyItem,
  PortSyntax,
  PromiseSyntax,
  RequireStatement,
  RuleSyntax,
  SourceFile,
  UseFileItem,
} from './ast.js';
import { leftmost } from './binding.js';
import { SourceSetting } from './comments.js';
import { bracedLines, layOut, type StatementLine, wireLine } from './format-expression.js';
import { DEDENT, END, GROUP, INDENT, type LayoutPart, LINE, render, SPACE } from './layout.js';
import { lex } from './lexer.js';
import { spellDomain, spellParameters, spellText } from './spelling.js';

export { formatExpression } from './format-expression.js';

/**
 * Formats a source in its one canonical layout: two spaces a level, lines to about 100 characters, empty lines of the author but
 * never two in a row. Comments and the spelling of integers are kept; `file` is the parsed `source`.
 */
export function formatSource(file: SourceFile, source: string): string {
  const setting = new SourceSetting(source, lex(source, new DiagnosticSink(source)));
  const program = file.items.find((item) => item.item === 'circuit' || item.item === 'policy');
  const inner = program === undefined ? [] : itemsIn(program, file.items);
  const hidden = new Set<Item>(inner);
  const items = file.items.filter((item) => !hidden.has(item));
  const parts = items.map(
    (item, index): LayoutPart =>
      () => {
        const before = setting.commentsBefore(item.span.offset, index === 0);
        const apart =
          index > 0 && (before.length === 0 || setting.emptyAbove(item.span.line)) && !(isShort(item) && isShort(items[index - 1]));
        const empty = apart || (before.length + index > 0 && setting.emptyAbove(item.span.line));
        return [...before, LINE, ...(empty ? [LINE] : []), ...itemParts(item, inner, setting)];
      },
  );
  return render([...parts, () => setting.commentsBefore(Number.POSITIVE_INFINITY, false)]);
}

function isShort(item: Item | undefined): boolean {
  return item?.item === 'constant' || item?.item === 'domain' || item?.item === 'use' || item?.item === 'useFile';
}

/** The parser lists the items inside the program before it, although they come after its keyword. */
function itemsIn(program: CircuitItem | PolicyItem, items: readonly Item[]): readonly Item[] {
  return items.slice(0, items.indexOf(program)).filter((item) => item.span.offset > program.span.offset);
}

function itemParts(item: Item, inner: readonly Item[], setting: SourceSetting): readonly LayoutPart[] {
  switch (item.item) {
    case 'constant':
      return [`const ${item.name.text} = `, layOut(item.value, 0, setting)];
    case 'domain':
      return [`domain ${item.name.text} = ${spellDomain(item.domain, setting)}`];
    case 'use':
      return [`use ${spellText(item.pin)} as ${item.name.text}`];
    case 'useFile':
      return useFileParts(item);
    case 'component':
      return componentParts(item, setting);
    case 'circuit':
      return circuitParts(item, innerLines(inner, setting), setting);
    case 'policy':
      return policyParts(item, innerLines(inner, setting), setting);
    case 'wire':
      return wireLine(item, setting).parts;
  }
}

function useFileParts({ path, names }: UseFileItem): readonly LayoutPart[] {
  const listed = names.flatMap((name, index): LayoutPart[] => (index === 0 ? [name.text] : [',', SPACE, name.text]));
  return [GROUP, `use ${spellText(path)} `, INDENT, ...listed, DEDENT, END];
}

/** The braces of an item's body: each statement on a line of its own. */
function body(head: string, lines: readonly StatementLine[], offset: number, setting: SourceSetting): readonly LayoutPart[] {
  const sorted = lines.toSorted((a, b) => a.offset - b.offset);
  return [`${head} `, ...bracedLines(sorted, setting.bodyEnd(offset), LINE, setting)];
}

function innerLines(inner: readonly Item[], setting: SourceSetting): readonly StatementLine[] {
  return inner.map((item) => ({ ...item.span, parts: [() => itemParts(item, [], setting)] }));
}

function circuitParts(circuit: CircuitItem, inner: readonly StatementLine[], setting: SourceSetting): readonly LayoutPart[] {
  const lines = [
    ...inner,
    ...circuit.inputs.map((port) => portLine('input', port, setting)),
    ...circuit.outputs.map((port) => portLine('output', port, setting)),
    ...circuit.requires.map((require) => requireLine(require, setting)),
    ...circuit.wires.map((wire) => wireLine(wire, setting)),
    ...circuit.ensures.map((ensure) => ensureLine(ensure, setting)),
  ];
  return body(`circuit ${circuit.name.text}`, lines, circuit.span.offset, setting);
}

function portLine(word: 'input' | 'output', { name, domain, span }: PortSyntax, setting: SourceSetting): StatementLine {
  return { offset: span.offset, line: span.line, parts: [`${word} ${name.text}: ${spellDomain(domain, setting)}`] };
}

function requireLine({ condition, span }: RequireStatement, setting: SourceSetting): StatementLine {
  return { offset: span.offset, line: span.line, parts: ['require ', layOut(condition, 0, setting)] };
}

function ensureLine({ condition, why, span }: EnsureStatement, setting: SourceSetting): StatementLine {
  return { offset: span.offset, line: span.line, parts: ['ensure ', layOut(condition, 0, setting), ...whyParts(why)] };
}

function whyParts(why: string | null): readonly LayoutPart[] {
  return why === null ? [] : [` ${spellText(why)}`];
}

function componentParts(component: ComponentItem, setting: SourceSetting): readonly LayoutPart[] {
  const { offset, line } = leftmost(component.value).span;
  const lines = [
    ...component.requires.map((require) => requireLine(require, setting)),
    ...component.wires.map((wire) => wireLine(wire, setting)),
    { offset, line, parts: [layOut(component.value, 0, setting)] },
    ...component.ensures.map((ensure) => ensureLine(ensure, setting)),
  ];
  const parameters = spellParameters(component.parameters, setting);
  const head = `component ${component.name.text}${parameters} -> ${spellDomain(component.result, setting)}`;
  return body(head, lines, component.span.offset, setting);
}

function policyParts(policy: PolicyItem, inner: readonly StatementLine[], setting: SourceSetting): readonly LayoutPart[] {
  const lines: StatementLine[] = [
    ...policy.actions.map((action) => actionLine(action, setting)),
    ...inner,
    ...policy.wires.map((wire) => wireLine(wire, setting)),
    ...policy.rules.map((rule) => ruleLine(rule, setting)),
    ...policy.promises.map((promise) => promiseLine(promise, setting)),
  ];
  if (policy.default !== null) {
    const { verdict, span } = policy.default;
    lines.push({ offset: span.offset, line: span.line, parts: [`default ${verdict}`] });
  }
  return body(`policy ${policy.name.text}`, lines, policy.span.offset, setting);
}

function actionLine({ category, parameters, wires, span }: ActionSyntax, setting: SourceSetting): StatementLine {
  const params = parameters.length === 0 ? '' : ` ${spellParameters(parameters, setting)}`;
  const head = `action ${spellText(category)}${params}`;
  const lines = wires.map((wire) => wireLine(wire, setting));
  const parts = wires.length === 0 ? [head] : body(head, lines, span.offset, setting);
  return { offset: span.offset, line: span.line, parts };
}

function ruleLine(rule: RuleSyntax, setting: SourceSetting): StatementLine {
  return rangeLine(`rule ${rule.name.text} ${rule.verdict}`, rule, setting);
}

function promiseLine(promise: PromiseSyntax, setting: SourceSetting): StatementLine {
  return rangeLine(`ensure ${promise.verdicts.join(' or ')}`, promise, setting);
}

/** A statement with its categories. */
function rangeLine(head: string, { on, when, why, span }: RuleSyntax | PromiseSyntax, setting: SourceSetting): StatementLine {
  const categories = on.map(({ category }) => spellText(category)).join(', ');
  const condition = when === null ? [] : [' when ', layOut(when, 0, setting)];
  return { offset: span.offset, line: span.line, parts: [GROUP, `${head} on ${categories}`, ...condition, END, ...whyParts(why)] };
}
