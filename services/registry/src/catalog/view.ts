import { type Monomer, mcCode } from '@kirchhoff/coherence';

/** Returns a monomer as the API shows it: all its properties but the code. */
export function monomerView(monomer: Monomer) {
  const { index, name, family, signature, description, needs, effect, range, examples, operator, form } = monomer;
  return {
    mc_code: mcCode(index),
    name,
    family,
    signature,
    description,
    needs,
    effect,
    range,
    examples,
    ...(operator === null ? {} : { operator }),
    ...(form === null ? {} : { form }),
  };
}
