import type { Span } from '../diagnostics/diagnostic.js';
import { showUnseen } from '../diagnostics/unseen.js';
import type { ActionSyntax, CategorySyntax, PolicyItem, PromiseSyntax, RuleSyntax, VerdictWord, WireStatement } from './ast.js';
import { atWire, parseWire, readLines } from './blocks.js';
import { atShared, type ParsedProgram, parseShared, parseWhy, type SharedItem } from './bodies.js';
import type { TokenCursor } from './cursor.js';
import { parseParameters } from './domains.js';
import { GRAMMAR } from './expression.js';
import { SHARED_ITEMS } from './grammar.js';

/** `policy name { actions, wires, rules, promises, default }`. */
export function parsePolicy(cursor: TokenCursor): ParsedProgram<PolicyItem> {
  const span = cursor.skip();
  const name = cursor.name('a policy');
  const actions: ActionSyntax[] = [];
  const inner: SharedItem[] = [];
  const wires: WireStatement[] = [];
  const rules: RuleSyntax[] = [];
  const promises: PromiseSyntax[] = [];
  let fallback: PolicyItem['default'] = null;
  const beforeRules = () => {
    if (rules.length + promises.length > 0)
      cursor.report('statement-order', cursor.span(), 'components, wires and the like stand before the rules');
  };
  const braces = cursor.openBody();
  readLines(
    cursor,
    (text) => {
      if (atShared(cursor)) {
        beforeRules();
        inner.push(parseShared(cursor));
      } else if (atWire(cursor)) {
        beforeRules();
        wires.push(parseWire(cursor, GRAMMAR));
      } else if (text === 'action') actions.push(parseAction(cursor));
      else if (text === 'rule') rules.push(parseRule(cursor));
      else if (text === 'ensure') promises.push(parsePromise(cursor));
      else if (text === 'default') {
        if (fallback !== null) cursor.report('statement-order', cursor.span(), 'a policy has one default');
        fallback = parseDefault(cursor);
      } else cursor.expectedHere('`action`, a component, a wire `name = …`, `rule`, `ensure` or `default`', hintForContract(text));
    },
    SHARED_ITEMS,
  );
  cursor.closeBody(braces);
  return { program: { item: 'policy', name, actions, wires, rules, promises, default: fallback, span }, inner };
}

function parseAction(cursor: TokenCursor): ActionSyntax {
  const span = cursor.skip();
  const { category, span: categorySpan } = parseCategory(cursor);
  checkDeclared(cursor, category, categorySpan);
  const parameters = cursor.at('(') && cursor.continues(cursor.peek()) ? parseParameters(cursor, 'a param') : [];
  const wires = cursor.at('{') && cursor.continues(cursor.peek()) ? parseActionWires(cursor) : [];
  return { category, categorySpan, parameters, wires, span };
}

/** `{ name = value … }`, each wire on a line of its own. */
function parseActionWires(cursor: TokenCursor): readonly WireStatement[] {
  const wires: WireStatement[] = [];
  const braces = cursor.openBody();
  readLines(cursor, () => {
    if (atWire(cursor)) wires.push(parseWire(cursor, GRAMMAR));
    else cursor.expectedHere('a wire `name = …`', 'an action has params and wires over them; rules stand outside of it');
  });
  cursor.closeBody(braces);
  return wires;
}

/** Refuses a category that a rule could not name by itself, or that looks like another one. */
function checkDeclared(cursor: TokenCursor, category: string, span: Span): void {
  if (category.includes('*')) {
    const hint = 'declare each category by its name: a rule may be on all of a prefix by `prefix.*`';
    cursor.report('bad-category', span, 'an action has no `*` in its category', hint);
  } else if (category === '' || /\s/.test(category) || showUnseen(category) !== category) {
    const message = 'a category is not empty, and has neither spaces nor characters that cannot be seen';
    cursor.report('bad-category', span, message, 'write it like `net.connect`');
  }
}

function parseCategory(cursor: TokenCursor): CategorySyntax {
  const token = cursor.peek();
  if (token.kind === 'text') {
    return { category: token.value, span: cursor.skip() };
  }
  const span = cursor.span();
  cursor.expected('a category in quotes');
  return { category: '', span };
}

function parseRule(cursor: TokenCursor): RuleSyntax {
  const span = cursor.skip();
  const name = cursor.name('a rule');
  const verdict = parseVerdict(cursor);
  return { name, verdict, ...parseRange(cursor), span };
}

/** `ensure deny on …`, `ensure review or deny on …`. */
function parsePromise(cursor: TokenCursor): PromiseSyntax {
  const span = cursor.skip();
  const verdicts = [parseVerdict(cursor)];
  while (cursor.accept('or') !== null) verdicts.push(parseVerdict(cursor));
  return { verdicts, ...parseRange(cursor), span };
}

/** `on "category", … when condition "why"`. */
function parseRange(cursor: TokenCursor): Pick<RuleSyntax, 'on' | 'when' | 'why'> {
  cursor.expect('on', '`on` and an action, as in `on "pay.send"`');
  const on = [parseCategory(cursor)];
  while (cursor.accept(',') !== null) on.push(parseCategory(cursor));
  const when = cursor.accept('when') === null ? null : GRAMMAR.expression(cursor);
  return { on, when, why: parseWhy(cursor) };
}

function parseDefault(cursor: TokenCursor): PolicyItem['default'] {
  const span = cursor.skip();
  return { verdict: parseVerdict(cursor), span };
}

function parseVerdict(cursor: TokenCursor): VerdictWord {
  const { text } = cursor.peek();
  if (text === 'allow' || text === 'deny' || text === 'review') {
    cursor.next();
    return text;
  }
  cursor.expected('a verdict: `allow`, `deny` or `review`');
  return 'deny';
}

function hintForContract(text: string): string | undefined {
  if (text !== 'require') return undefined;
  return 'a policy has no `require`: what an action must be stands in the domains of its params, and in rules that deny';
}
