import type { Span } from '../diagnostics/diagnostic.js';
import type { Block, DomainSyntax, Expression, Iteration, MatchArm, PostfixStep, Source, WireStatement } from './ast.js';
import { spellBinder } from './binders.js';
import { leading, leftmost, levelOf } from './binding.js';
import { LEVEL } from './grammar.js';
import { COMMA, DEDENT, END, GROUP, INDENT, type LayoutPart, LINE, NOTHING, renderOnOneLine, SPACE } from './layout.js';
import { PLAIN_SPELLING, type Spelling, spellAlternative, spellBytes, spellDomain, spellText } from './spelling.js';

/** The layout of a tree: the spelling of its literals and the comments and empty lines between its lines. */
export interface Setting extends Spelling {
  /**
   * Takes the comments before `offset`. Each gets a line of its own, except a comment after the last written part. No empty line
   * precedes the first one inside a bracket.
   */
  commentsBefore(offset: number, firstInside: boolean): readonly LayoutPart[];
  /** Returns the end of the bracket that opens at `offset`. */
  closing(offset: number): number;
  /** Returns the end of the innermost bracket around the token at `offset`. */
  enclosing(offset: number): number;
  /** Returns true if an empty line precedes `line`. */
  emptyAbove(line: number): boolean;
  /** Returns true if the source has parentheses around the operator at `inner`, but not around the one at `outer`. */
  areApart(inner: number, outer: number): boolean;
  /** Returns true if the token at `offset` is the first of its line. */
  beginsLine(offset: number): boolean;
}

const PLAIN: Setting = {
  ...PLAIN_SPELLING,
  commentsBefore: () => [],
  closing: () => 0,
  enclosing: () => 0,
  emptyAbove: () => false,
  areApart: () => false,
  beginsLine: () => false,
};

/**
 * The canonical spelling of an expression on one line, with no more parentheses than needed; parts that need lines of their own in
 * a source (the wires of a block) are separated by `; `.
 */
export function formatExpression(expression: Expression): string {
  return renderOnOneLine([layOut(expression, 0, PLAIN)]);
}

/** Returns the parts of an expression; in parentheses if it binds looser than `level`. */
export function layOut(expression: Expression, level: number, setting: Setting): LayoutPart {
  if (levelOf(expression) >= level) return () => partsOf(expression, setting);
  return () => ['(', () => partsOf(expression, setting), ')'];
}

function partsOf(expression: Expression, setting: Setting): readonly LayoutPart[] {
  switch (expression.form) {
    case 'integer':
      return [setting.integer(expression.value, expression.span.offset)];
    case 'boolean':
      return [String(expression.value)];
    case 'text':
      return [spellText(expression.value)];
    case 'bytes':
      return [spellBytes(expression.value)];
    case 'tag':
      return [`.${expression.tag}`];
    case 'none':
      return ['none'];
    case 'name':
      return [expression.name];
    case 'prefix':
      return prefixParts(expression, setting);
    case 'postfix':
      return [layOut(expression.base, LEVEL.postfix, setting), ...expression.steps.map((step) => () => stepParts(step, setting))];
    case 'chain':
      return chainParts(expression, setting);
    case 'rightChain':
      return rightChainParts(expression, setting);
    case 'in':
      return [
        layOut(expression.value, LEVEL.range, setting),
        expression.negated ? ' not in ' : ' in ',
        ...sourceParts(expression.source, setting),
      ];
    case 'if':
      return ifParts(expression, setting);
    case 'match':
      return matchParts(expression, setting);
    case 'list':
      return listParts('[', expression.items, ']', setting);
    case 'record':
      return recordParts(expression, setting);
    case 'map':
    case 'filter':
    case 'first':
      return loopParts(expression.form, expression, setting);
    case 'quantifier':
      return loopParts(expression.quantifier, expression, setting);
    case 'fold':
      return foldParts(expression, setting);
    case 'call':
      return [expression.callee, ...listParts('(', expression.arguments, ')', setting)];
  }
}

type Form<F extends Expression['form']> = Extract<Expression, { readonly form: F }>;

function prefixParts({ operators, operand }: Form<'prefix'>, setting: Setting): readonly LayoutPart[] {
  const words = operators.map(({ operator }) => (operator === '-' ? '-' : `${operator} `));
  const level = operandLevel(operators);
  // A space separates the operator from a number, since `-1` is a literal.
  const first = levelOf(operand) >= level ? leading(operand) : null;
  const apart = operators.at(-1)?.operator === '-' && first?.form === 'integer' && first.value >= 0;
  return [words.join(''), apart ? ' ' : '', layOut(operand, level, setting)];
}

/** `some (a + b)` keeps its parentheses: they help readers, although the parser does not need them. */
function operandLevel(operators: Form<'prefix'>['operators']): number {
  return operators[0]?.operator === 'not' ? LEVEL.comparison : LEVEL.power;
}

function stepParts(step: PostfixStep, setting: Setting): readonly LayoutPart[] {
  switch (step.step) {
    case 'as':
      return [` as ${spellDomain(step.domain, setting)}`];
    case 'index':
      return ['[', layOut(step.index, 0, setting), ']'];
    case 'field':
      return [`.${step.field.text}`];
  }
}

function chainParts(chain: Form<'chain'>, setting: Setting): readonly LayoutPart[] {
  const level = levelOf(chain);
  const first = logicalOperand(chain.first, level, chain.rest[0]?.span ?? chain.span, setting);
  const links = chain.rest.flatMap(({ operator, operand, span }) => [` ${operator}`, SPACE, logicalOperand(operand, level, span, setting)]);
  return [GROUP, first, INDENT, ...links, DEDENT, END];
}

/**
 * Lays out an operand, with parentheses around an `and` or an `or` beside another connective: readers need them, the parser does
 * not.
 */
function logicalOperand(operand: Expression, level: number, operator: Span, setting: Setting): LayoutPart {
  const link = operand.form === 'chain' && level < LEVEL.and && levelOf(operand) <= LEVEL.and ? operand.rest[0] : undefined;
  const isKept = link !== undefined && setting.areApart(link.span.offset, operator.offset);
  return layOut(operand, isKept ? LEVEL.primary + 1 : level + 1, setting);
}

function rightChainParts(chain: Form<'rightChain'>, setting: Setting): readonly LayoutPart[] {
  const above = levelOf(chain) + 1;
  const last = chain.operands.length - 1;
  const links = chain.operands.flatMap((operand, index): readonly LayoutPart[] => {
    const guarded = index < last && (chain.operator === '??' ? endsInDomain(operand) : chain.operator === '**' && isNegative(operand));
    const operator = chain.spans[Math.min(index, last - 1)] ?? chain.span;
    const set = guarded ? layOut(operand, LEVEL.primary + 1, setting) : logicalOperand(operand, above - 1, operator, setting);
    return index < last ? [set, ` ${chain.operator}`, SPACE] : [set];
  });
  return [GROUP, INDENT, ...links, DEDENT, END];
}

function isNegative(expression: Expression): boolean {
  return expression.form === 'integer' && expression.value < 0;
}

/** Returns true if an expression without parentheses ends with the domain of an `as`: a following `?` would belong to that domain. */
function endsInDomain(expression: Expression): boolean {
  let last = expression;
  for (;;) {
    if (last.form === 'postfix') return last.steps.at(-1)?.step === 'as';
    const inner = lastOperand(last);
    // An inner expression that binds looser gets parentheses.
    if (inner === undefined || levelOf(inner) < (last.form === 'prefix' ? operandLevel(last.operators) : levelOf(last) + 1)) return false;
    last = inner;
  }
}

/** Returns the operand that ends an expression of operators. Returns undefined for the other forms. */
function lastOperand(expression: Expression): Expression | undefined {
  switch (expression.form) {
    case 'chain':
      return expression.rest.at(-1)?.operand;
    case 'rightChain':
      return expression.operands.at(-1);
    case 'prefix':
      return expression.operand;
    default:
      return undefined;
  }
}

function sourceParts(source: Source, setting: Setting): readonly LayoutPart[] {
  if (source.source === 'value') return [layOut(source.value, LEVEL.unwrapOr, setting)];
  return [layOut(source.lo, LEVEL.unwrapOr, setting), ...upperParts(source.hi, LEVEL.unwrapOr, setting)];
}

/** Writes `..` and the following part: `...` would be read as one symbol. */
function upperParts(expression: Expression, level: number, setting: Setting): readonly LayoutPart[] {
  const first = levelOf(expression) >= level ? leading(expression) : null;
  return ['..', first?.form === 'tag' ? ' ' : '', layOut(expression, level, setting)];
}

function ifParts({ branches, otherwise }: Form<'if'>, setting: Setting): readonly LayoutPart[] {
  const parts = branches.flatMap((branch): readonly LayoutPart[] => [
    'if ',
    layOut(branch.condition, 0, setting),
    ' ',
    block(branch.block, setting),
    ' else ',
  ]);
  return [GROUP, ...parts, block(otherwise, setting), END];
}

/** A block in braces, which breaks together with the group around it. */
function block({ wires, value, span }: Block, setting: Setting): LayoutPart {
  return () => {
    const braced = setting.closing(span.offset);
    const lines: StatementLine[] = wires.map((wire) => wireLine(wire, setting));
    const first = leftmost(value).span;
    lines.push({ ...first, parts: [layOut(value, 0, setting)] });
    return bracedLines(lines, braced, SPACE, setting);
  };
}

/** A statement: its beginning in the source, and its parts. */
export interface StatementLine {
  readonly offset: number;
  readonly line: number;
  readonly parts: readonly LayoutPart[];
}

/** `name = value` or `name: D = value`. */
export function wireLine(wire: WireStatement, setting: Setting): StatementLine {
  const { offset, line } = wire.span;
  return { offset, line, parts: [spellBinder(wire.binder), ...statedDomain(wire.domain, setting), ' = ', layOut(wire.value, 0, setting)] };
}

function statedDomain(domain: DomainSyntax | null, setting: Setting): readonly LayoutPart[] {
  return domain === null ? [] : [`: ${spellDomain(domain, setting)}`];
}

/** Lays out lines in braces with their comments; `edge` is inside the braces if no comment forces a line. */
export function bracedLines(lines: readonly StatementLine[], closing: number, edge: LayoutPart, setting: Setting): readonly LayoutPart[] {
  const inner = lines.map(
    (line, index): LayoutPart =>
      () => {
        const comments = setting.commentsBefore(line.offset, index === 0);
        const empty = (index > 0 || comments.length > 0) && setting.emptyAbove(line.line);
        const separator = comments.length === 0 && index === 0 ? [edge] : [LINE];
        return [...comments, ...(empty ? [LINE] : []), ...separator, ...line.parts];
      },
  );
  const end = (): readonly LayoutPart[] => {
    const comments = setting.commentsBefore(closing, lines.length === 0);
    return [...comments, DEDENT, comments.length === 0 ? edge : LINE, '}'];
  };
  return ['{', INDENT, ...inner, end];
}

function matchParts({ subjects, arms }: Form<'match'>, setting: Setting): readonly LayoutPart[] {
  const first = arms[0];
  // A table that the author wrote in lines stays in lines.
  const isTable = arms.some((arm) => setting.beginsLine(arm.span.offset));
  const set = arms.map(
    (arm, index): LayoutPart =>
      () => {
        const comments = setting.commentsBefore(arm.span.offset, index === 0);
        const between = index === 0 ? SPACE : COMMA;
        return [...comments, comments.length > 0 || isTable ? LINE : between, ...armParts(arm, setting)];
      },
  );
  const end = (): readonly LayoutPart[] => {
    const comments = first === undefined ? [] : setting.commentsBefore(setting.enclosing(first.span.offset), false);
    return [...comments, DEDENT, comments.length > 0 || isTable ? LINE : SPACE, '}'];
  };
  return [GROUP, 'match ', ...subjectParts(subjects, setting), ' {', INDENT, ...set, end, END];
}

function subjectParts(subjects: readonly Expression[], setting: Setting): readonly LayoutPart[] {
  const [only] = subjects;
  return only !== undefined && subjects.length === 1 ? [layOut(only, 0, setting)] : listParts('(', subjects, ')', setting);
}

function armParts({ alternatives, guard, block: body }: MatchArm, setting: Setting): readonly LayoutPart[] {
  const patterns = alternatives.map((alternative) => spellAlternative(alternative, setting)).join(', ');
  const head = guard === null ? [`${patterns} => `] : [`${patterns} if `, layOut(guard, 0, setting), ' => '];
  return body.wires.length === 0 ? [...head, layOut(body.value, 0, setting)] : [GROUP, ...head, block(body, setting), END];
}

function listParts(open: string, items: readonly Expression[], close: string, setting: Setting): readonly LayoutPart[] {
  if (items.length === 0) return [open, close];
  const set = items.flatMap((item, index): readonly LayoutPart[] => [
    index === 0 ? '' : ',',
    index === 0 ? NOTHING : SPACE,
    layOut(item, 0, setting),
  ]);
  return [GROUP, open, INDENT, ...set, DEDENT, NOTHING, close, END];
}

function recordParts({ base, fields }: Form<'record'>, setting: Setting): readonly LayoutPart[] {
  const copied: readonly LayoutPart[] = base === null ? [] : [NOTHING, ...upperParts(base, 0, setting)];
  const set = fields.flatMap(({ name, value }, index): readonly LayoutPart[] => [
    index === 0 && base === null ? NOTHING : COMMA,
    `${name.text}: `,
    layOut(value, 0, setting),
  ]);
  return [GROUP, '(', INDENT, ...copied, ...set, DEDENT, NOTHING, ')', END];
}

type Loop = Form<'map' | 'filter' | 'first' | 'quantifier'>;

function loopParts(word: string, loop: Loop, setting: Setting): readonly LayoutPart[] {
  return [GROUP, `${word} `, ...iterationParts(loop, setting), ' ', block(loop.body, setting), END];
}

function iterationParts({ index, variable, source }: Iteration, setting: Setting): readonly LayoutPart[] {
  return [`${index === null ? '' : `${index.text}, `}${spellBinder(variable)} in `, ...sourceParts(source, setting)];
}

function foldParts(fold: Form<'fold'>, setting: Setting): readonly LayoutPart[] {
  const head = [
    `fold ${spellBinder(fold.accumulator)}`,
    ...statedDomain(fold.domain, setting),
    ...keepingParts(fold, setting),
    ' = ',
    layOut(fold.initial, 0, setting),
  ];
  return [GROUP, ...head, ' for ', ...iterationParts(fold, setting), ' ', block(fold.body, setting), END];
}

function keepingParts({ keeping }: Form<'fold'>, setting: Setting): readonly LayoutPart[] {
  return keeping === null ? [] : [' keeping ', layOut(keeping, 0, setting)];
}
