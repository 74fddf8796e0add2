import { type AbstractValue, isWithin, ofDomain, texts } from '../abstract/abstract.js';
import type { Ranges } from '../abstract/ranges.js';
import { TEXT_LENGTH } from '../limits.js';
import { type ExactBounds, INT64_BOUNDS } from '../smt-lib/bounds.js';
import type { IntegerTerm } from '../smt-lib/dialect.js';
import { and, FALSE_FORMULA, type Formula, implies, not, or, TRUE_FORMULA } from '../smt-lib/formulas.js';
import { fieldOf, type Term, type Terms } from '../smt-lib/terms.js';
import type { Domain } from '../types/domain.js';
import type { Int } from '../types/integer.js';
import { ALL_CHARACTERS } from '../types/text-forms.js';

/**
 * Returns a formula that holds for every value within the view. It may be assumed but never proven: it says less than the view,
 * since it omits the elements of lists.
 */
export function assumed(terms: Terms, term: Term, view: AbstractValue): Formula {
  if (view.kind === 'never') return FALSE_FORMULA;
  if (term.kind === 'integer' && view.kind === 'integer') return inRanges(terms, term.integer, view.ranges);
  if (term.kind === 'boolean' && view.kind === 'boolean') return oneOfBooleans(term.formula, view.canBeFalse, view.canBeTrue);
  if (term.kind === 'enumeration' && view.kind === 'enumeration') return oneOfTags(terms, term, view.tags);
  if (term.kind === 'thing') {
    if (view.kind === 'text' && view.values !== null) {
      return or(...view.values.map((text) => terms.equal(term, terms.textLiteral(text))));
    }
    return view.kind === 'text' || view.kind === 'bytes' || view.kind === 'list' ? sized(terms, term, view.lo, view.hi) : TRUE_FORMULA;
  }
  if (term.kind === 'record' && view.kind === 'record') {
    return and(...view.fields.map((field) => assumed(terms, fieldOf(term, field.name), field.view)));
  }
  if (term.kind === 'option' && view.kind === 'option') {
    return and(view.none ? TRUE_FORMULA : term.isSome, implies(term.isSome, assumed(terms, term.content, view.some)));
  }
  throw new Error(`a view of ${view.kind} for a term of ${term.kind}`);
}

/**
 * Returns a formula to be proven: it holds only for values inside the domain. It does not hold for all of them. It fails for
 * lists if neither their items nor the view show that the elements are inside. It fails for texts if the view does not show their
 * characters and form.
 */
export function proven(terms: Terms, term: Term, domain: Domain, view: AbstractValue): Formula {
  switch (domain.kind) {
    case 'integer':
    case 'boolean':
    case 'enumeration':
    case 'bytes':
      return assumed(terms, term, ofDomain(domain));
    case 'text': {
      // Terms have lengths but no characters, so the view has to show the characters.
      const isAny = domain.characters === ALL_CHARACTERS && domain.form === null;
      const characters = texts(0, TEXT_LENGTH, domain.characters, domain.form);
      const isShown = isAny || view.kind === 'never' || (view.kind === 'text' && isWithin(view, characters));
      return and(assumed(terms, term, texts(domain.lo, domain.hi)), isShown ? TRUE_FORMULA : FALSE_FORMULA);
    }
    case 'list': {
      if (term.kind !== 'thing') throw new Error(`a list as ${term.kind}`);
      const element = view.kind === 'list' ? view.element : null;
      const isShown = view.kind === 'never' || (element !== null && isWithin(element, ofDomain(domain.element)));
      const items = term.items?.map((item) => proven(terms, item, domain.element, element ?? view));
      const elements = isShown ? TRUE_FORMULA : items === undefined ? FALSE_FORMULA : and(...items);
      return and(sized(terms, term, domain.lo, domain.hi), elements);
    }
    case 'record': {
      if (term.kind !== 'record') throw new Error(`a record as ${term.kind}`);
      return and(...domain.fields.map((field) => proven(terms, fieldOf(term, field.name), field.domain, fieldView(view, field.name))));
    }
    case 'option': {
      if (term.kind !== 'option') throw new Error(`an option as ${term.kind}`);
      const content = proven(terms, term.content, domain.value, view.kind === 'option' ? view.some : view);
      return implies(term.isSome, content);
    }
  }
}

function fieldView(view: AbstractValue, name: string): AbstractValue {
  return view.kind === 'record' ? (view.fields.find((field) => field.name === name)?.view ?? view) : view;
}

/** The ranges as pairs of bounds. */
function pairsOf(ranges: Ranges): readonly ExactBounds[] {
  return Array.from({ length: ranges.length / 2 }, (_, i) => ({ lo: end(ranges[2 * i]), hi: end(ranges[2 * i + 1]) }));
}

function end(value: Int | undefined): bigint {
  if (value === undefined) throw new Error('ranges of an odd length');
  return BigInt(value);
}

function inRanges(terms: Terms, integer: IntegerTerm, ranges: Ranges): Formula {
  return or(...pairsOf(ranges).map(({ lo, hi }) => terms.between(integer, lo, hi)));
}

function oneOfBooleans(formula: Formula, canBeFalse: boolean, canBeTrue: boolean): Formula {
  if (canBeFalse) return canBeTrue ? TRUE_FORMULA : not(formula);
  return canBeTrue ? formula : FALSE_FORMULA;
}

function oneOfTags(terms: Terms, term: Extract<Term, { kind: 'enumeration' }>, tags: readonly string[]): Formula {
  if (term.tags.every((tag) => tags.includes(tag))) return TRUE_FORMULA;
  return or(...tags.map((tag) => terms.equal(term, terms.tag(term.tags, tag))));
}

function sized(terms: Terms, term: Extract<Term, { kind: 'thing' }>, lo: number, hi: number): Formula {
  return terms.between(terms.size(term), BigInt(lo), BigInt(hi));
}

/** Returns the least and the greatest integer of a view; those of 64 bits if it has no integers. */
export function boundsOfView(view: AbstractValue): ExactBounds {
  const pairs = view.kind === 'integer' ? pairsOf(view.ranges) : [];
  const [first] = pairs;
  const last = pairs[pairs.length - 1];
  return first === undefined || last === undefined ? INT64_BOUNDS : { lo: first.lo, hi: last.hi };
}
