import type { Expression } from '../syntax/ast.js';
import type { GraphBuilder } from './builder.js';
import { isStrictCall } from './calls.js';

/** The nesting up to which expressions are elaborated by recursion. Few nest deeper, and the search for it ends here. */
const FEW_LEVELS = 4;

/** Returns true for an expression of little nesting, and of forms that recursion elaborates. */
export function nestsLittle(expression: Expression, builder: GraphBuilder, levels = FEW_LEVELS): boolean {
  switch (expression.form) {
    case 'integer':
    case 'boolean':
    case 'text':
    case 'bytes':
    case 'tag':
    case 'none':
      return true;
    case 'name':
      // The value of a constant may have parts.
      return !builder.constants.has(expression.name);
    case 'chain': {
      if (levels === 0 || !nestsLittle(expression.first, builder, levels - 1)) return false;
      for (const { operand } of expression.rest) if (!nestsLittle(operand, builder, levels - 1)) return false;
      return true;
    }
    case 'call': {
      if (levels === 0 || !isStrictCall(expression, builder)) return false;
      for (const argument of expression.arguments) if (!nestsLittle(argument, builder, levels - 1)) return false;
      return true;
    }
    case 'postfix': {
      if (levels === 0 || !nestsLittle(expression.base, builder, levels - 1)) return false;
      for (const step of expression.steps) if (step.step === 'index' && !nestsLittle(step.index, builder, levels - 1)) return false;
      return true;
    }
    case 'prefix':
    case 'rightChain':
    case 'in':
    case 'if':
    case 'match':
    case 'list':
    case 'record':
    case 'map':
    case 'filter':
    case 'first':
    case 'quantifier':
    case 'fold':
      return false;
  }
}
