import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { DomainSyntax, Expression, Source, SourceFile } from './ast.js';
import { parseSource } from './parse.js';

/** Helpers for tests that parse sources. */

/** A circuit with one wire, whose value `expression` begins in line 4 at column 7. */
export function circuitWith(expression: string): string {
  return `circuit c {\n  input a: i64\n  output y: i64\n  y = ${expression}\n}\n`;
}

/** The tree of a valid source. */
export function fileOf(source: string): SourceFile {
  const { file, diagnostics } = parseSource(source);
  if (file === null) throw new Error(`does not parse: ${JSON.stringify(diagnostics[0])}\n${source}`);
  return file;
}

/** The tree of a valid expression. */
export function expressionOf(text: string): Expression {
  const program = fileOf(circuitWith(text)).items.at(-1);
  const wire = program?.item === 'circuit' ? program.wires[0] : undefined;
  if (wire === undefined) throw new Error(`no wire: ${text}`);
  return wire.value;
}

/** The tree of a valid domain. */
export function domainOf(text: string): DomainSyntax {
  const item = fileOf(`domain D = ${text}\ncircuit c { output y: bool }`).items[0];
  if (item?.item !== 'domain') throw new Error(`no domain: ${text}`);
  return item.domain;
}

export function diagnosticsOf(source: string): readonly Diagnostic[] {
  return parseSource(source).diagnostics;
}

/** A tree without its places. */
export function withoutSpans(tree: unknown): unknown {
  return JSON.parse(
    JSON.stringify(tree, (key, value: unknown) => (/span/i.test(key) ? undefined : typeof value === 'bigint' ? `${value}` : value)),
  );
}

/** An expression with every grouping in parentheses. */
export function grouping(expression: Expression): string {
  switch (expression.form) {
    case 'prefix':
      return expression.operators.reduceRight((inner, { operator }) => `(${operator} ${inner})`, grouping(expression.operand));
    case 'chain':
      return expression.rest.reduce(
        (left, { operator, operand }) => `(${left} ${operator} ${grouping(operand)})`,
        grouping(expression.first),
      );
    case 'rightChain':
      return expression.operands.map(grouping).reduceRight((right, left) => `(${left} ${expression.operator} ${right})`);
    case 'in':
      return `(${grouping(expression.value)} ${expression.negated ? 'not in' : 'in'} ${groupingOfSource(expression.source)})`;
    case 'postfix':
      return expression.steps.reduce(
        (base, step) =>
          `(${base}${step.step === 'index' ? `[${grouping(step.index)}]` : step.step === 'field' ? `.${step.field.text}` : ' as D'})`,
        grouping(expression.base),
      );
    case 'integer':
      return String(expression.value);
    case 'name':
      return expression.name;
    case 'tag':
      return `.${expression.tag}`;
    default:
      return expression.form;
  }
}

function groupingOfSource(source: Source): string {
  return source.source === 'value' ? grouping(source.value) : `${grouping(source.lo)}..${grouping(source.hi)}`;
}
