import type { FactReference, Link, Refutation } from '@kirchhoff/kernel/certificate/format';

type Numbering = (index: number) => number;

/** Removes the assumption of that number from the numbering of a refutation; null if the refutation uses it. */
export function withoutAssumption(refutation: Refutation, number: number): Refutation | null {
  if (namesAssumption(refutation, number)) return null;
  return renumbered(refutation, (index) => (index > number ? index - 1 : index));
}

export function renumberedFact<Fact extends FactReference>(reference: Fact, as: Numbering): Fact {
  if (reference.fact === 'assumption') return { ...reference, index: as(reference.index) };
  if (reference.fact !== 'kept') return reference;
  const { invariant } = reference;
  return { ...reference, invariant: { ...invariant, base: renumbered(invariant.base, as), step: renumbered(invariant.step, as) } };
}

/** Returns the differences that a refutation uses. */
export function linksOf(refutation: Refutation): readonly Link[] {
  return factsIn(refutation).flatMap((each) => (each.fact === 'difference' ? [each.link] : []));
}

function renumbered(refutation: Refutation, as: Numbering): Refutation {
  if (refutation.rule === 'split')
    return { ...refutation, holds: renumbered(refutation.holds, as), fails: renumbered(refutation.fails, as) };
  if (refutation.rule === 'ordered' || refutation.rule === 'element')
    return { ...refutation, premises: refutation.premises.map((each) => renumbered(each, as)), rest: renumbered(refutation.rest, as) };
  if (refutation.rule === 'since') {
    const { base, step, rest } = refutation;
    return { ...refutation, base: renumbered(base, as), step: renumbered(step, as), rest: renumbered(rest, as) };
  }
  if (refutation.rule === 'either') {
    const each = (one: Refutation): Refutation => renumbered(one, as);
    const { base, steps, rests } = refutation;
    return { ...refutation, base: each(base), steps: [each(steps[0]), each(steps[1])], rests: [each(rests[0]), each(rests[1])] };
  }
  const terms = refutation.terms.map(({ multiplier, factors }) => ({
    multiplier,
    factors: factors.map((each) => renumberedFact(each, as)),
  }));
  return refutation.rule === 'rounded' ? { rule: 'rounded', terms, rest: renumbered(refutation.rest, as) } : { rule: 'sum', terms };
}

function factsIn(refutation: Refutation): readonly FactReference[] {
  if (refutation.rule === 'split') return [...factsIn(refutation.holds), ...factsIn(refutation.fails)];
  if (refutation.rule === 'ordered' || refutation.rule === 'element')
    return [...refutation.premises.flatMap(factsIn), ...factsIn(refutation.rest)];
  if (refutation.rule === 'since') return [refutation.base, refutation.step, refutation.rest].flatMap(factsIn);
  if (refutation.rule === 'either') return [refutation.base, ...refutation.steps, ...refutation.rests].flatMap(factsIn);
  const summed = refutation.terms.flatMap(({ factors }) =>
    factors.flatMap((each) => (each.fact === 'kept' ? [each, ...factsIn(each.invariant.base), ...factsIn(each.invariant.step)] : [each])),
  );
  return refutation.rule === 'rounded' ? [...summed, ...factsIn(refutation.rest)] : summed;
}

function namesAssumption(refutation: Refutation, number: number): boolean {
  return factsIn(refutation).some((each) => each.fact === 'assumption' && each.index === number);
}
