import { blocksOf, expressionsOf, partsOf } from '../lowered/free-variables.js';
import type { Expression, LoweredFunction, Statement } from '../lowered/program.js';
import { bare, isTable } from './print-expression.js';

/** Facts about the lists of one function, by the names of variables. */
export interface Facts {
  /** Lists that a loop extends, so that they grow in their own memory. */
  readonly growing: ReadonlySet<string>;
  /** Lists that this function has made, and that only one expression reads. */
  readonly fresh: ReadonlySet<string>;
}

/** Monomers that return a list or bytes of their own. */
const MAKERS: ReadonlySet<string> = new Set(
  'APPEND FILL JOIN RANGE REVERSE SET SHA1 SHA256 SHA512 SHA3_256 HMAC_SHA256 HMAC_SHA512 HKDF_SHA256 SORT SPLIT UTF8_ENCODE WRITE_U16_BE WRITE_U16_LE WRITE_U32_BE WRITE_U32_LE XOR_BYTES'.split(
    ' ',
  ),
);

export function factsOf({ body }: LoweredFunction): Facts {
  const growing = new Set<string>();
  const made = new Set<string>();
  const reads = new Map<string, number>();
  const use = (expression: Expression): void => {
    if (expression.kind === 'variable') reads.set(expression.name, (reads.get(expression.name) ?? 0) + 1);
    else for (const part of partsOf(expression)) use(part);
  };
  const visit = (statements: readonly Statement[]): void => {
    for (const [index, statement] of statements.entries()) {
      if (statement.kind === 'assign' && extended(statement.value) === statement.variable.name) growing.add(statement.variable.name);
      if (statement.kind === 'define') {
        const of = growsIn(statements, index) ? extended(statement.value) : null;
        if (of !== null) growing.add(of);
        const value = bare(statement.value);
        const isList = value.kind === 'list' || value.kind === 'literal';
        if ((value.kind === 'apply' && MAKERS.has(value.monomer)) || (isList && !isTable(value))) made.add(statement.variable.name);
      }
      if (statement.kind === 'collect') made.add(statement.variable.name);
      if (statement.kind === 'assign') use(statement.value);
      else if (statement.kind === 'push') use(statement.value);
      else for (const expression of expressionsOf(statement)) use(expression);
      for (const block of blocksOf(statement)) visit(block);
    }
  };
  visit(body);
  const fresh = new Set([...made].filter((name) => reads.get(name) === 1));
  return { growing, fresh };
}

/** Returns the variable of the list that an expression extends at its end; null if it does not. */
function extended(expression: Expression): string | null {
  const value = bare(expression);
  if (value.kind !== 'apply' || (value.monomer !== 'APPEND' && value.monomer !== 'JOIN')) return null;
  const list = value.args[0] === undefined ? null : bare(value.args[0]);
  return list?.kind === 'variable' ? list.name : null;
}

/** Returns true for the definition of a longer list that replaces the shorter one after its checks. */
export function growsIn(statements: readonly Statement[], index: number): boolean {
  const define = statements[index];
  if (define?.kind !== 'define') return false;
  const of = extended(define.value);
  if (of === null) return false;
  const after = statements.slice(index + 1, index + 4).find(({ kind }) => kind !== 'check');
  if (after?.kind !== 'assign' || after.variable.name !== of) return false;
  const value = bare(after.value);
  return value.kind === 'variable' && value.name === define.variable.name;
}
