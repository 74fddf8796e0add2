import { type Monomer, mcCode } from '@kirchhoff/coherence';

/** A monomer as the API shows it: everything that is known of it but the code. */
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
