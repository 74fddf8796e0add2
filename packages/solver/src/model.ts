import { type Z3_ast, type Z3_context, Z3_lbool, type Z3_solver, Z3_sort_kind, type Z3Core } from 'z3-solver/build/low-level';

export type Z3 = Z3Core;

/** The values in the model of a solver that answered `sat`: of constants of integer, vector (as unsigned integers) and Boolean sort. */
export function readModel(z3: Z3, context: Z3_context, solver: Z3_solver): ReadonlyMap<string, bigint | boolean> {
  const model = z3.solver_get_model(context, solver);
  z3.model_inc_ref(context, model);
  const values = new Map<string, bigint | boolean>();
  for (let index = 0; index < z3.model_get_num_consts(context, model); index += 1) {
    const constant = z3.model_get_const_decl(context, model, index);
    const interpretation = z3.model_get_const_interp(context, model, constant);
    const value = interpretation === null ? undefined : valueOf(z3, context, interpretation);
    if (value !== undefined) values.set(z3.get_symbol_string(context, z3.get_decl_name(context, constant)), value);
  }
  return values;
}

function valueOf(z3: Z3, context: Z3_context, ast: Z3_ast): bigint | boolean | undefined {
  switch (z3.get_sort_kind(context, z3.get_sort(context, ast))) {
    case Z3_sort_kind.Z3_BOOL_SORT:
      return z3.get_bool_value(context, ast) === Z3_lbool.Z3_L_TRUE;
    case Z3_sort_kind.Z3_INT_SORT:
    case Z3_sort_kind.Z3_BV_SORT:
      return BigInt(z3.get_numeral_string(context, ast));
    default:
      return undefined;
  }
}
