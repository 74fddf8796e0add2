import {
  type AbstractValue,
  EITHER,
  exactTexts,
  FALSE,
  haveOneType,
  items,
  join,
  MAX_ITEMS,
  MAX_TEXTS,
  NEVER,
  ofRanges,
  option,
  record,
  sequence,
  TRUE,
  tags,
  texts,
} from '../abstract/abstract.js';
import { MAX_RANGES, type Ranges, sameRanges } from '../abstract/ranges.js';
import { LOOPS } from '../graph/inline.js';
import { TYPE_NESTING } from '../limits.js';
import type { DifferenceOperand } from '../monomers/relation.js';
import type { ElementOf } from '../rules/element-steps.js';
import type { Quantity } from '../rules/loop-steps.js';
import { CheckMeter, MAX_CHECKING_WORK, OutOfWork } from '../rules/meter.js';
import { add, type Int, isAtMost } from '../types/integer.js';
import { ALL_CHARACTERS, type Characters, MAX_CHARACTER_RANGES, TEXT_FORMS } from '../types/text-forms.js';
import { ASSURANCES } from './assurance.js';
import { CanonicalReader, Malformed, OtherSpelling, viewOf } from './canonical-reader.js';
import { sha256Hex, utf8Of } from './digest.js';
import { isViewOf } from './encode.js';
import {
  type CaseProof,
  type CaseSplit,
  CERTIFICATE_FORMAT,
  type Certificate,
  type Difference,
  type DriftProof,
  type Evidence,
  type ExportedDifference,
  type FactReference,
  type GraphProof,
  type InductionProof,
  type InlinedProof,
  type InvariantTerm,
  type JoinProof,
  type LinearBound,
  type LinearTerm,
  type Link,
  type LoopInvariant,
  MAX_SPLITS,
  type Metrics,
  NOTHING_LISTED,
  type PassProof,
  PLAIN_EVIDENCE,
  type Refutation,
  type SinceTerm,
  type Step,
  type StepNumber,
} from './format.js';
import { type Refusal, refuse } from './refusal.js';

/** A bound above the nesting of every tree that the prover makes. */
const MAX_CASE_DEPTH = 100;

/** Reads a certificate. Joins of the items of claims are counted like steps of a check. */
class Reader extends CanonicalReader {
  readonly meter = new CheckMeter();
}

/**
 * Decodes the UTF-8 JSON text of a certificate. Accepts only the exact text that `encodeCertificate` writes for it, so the text
 * holds no further data: each function below takes what its counterpart in `encode.ts` writes, and nothing else. Members of an
 * object are evaluated in their order, which is that of the text.
 */
export function decodeCertificate(bytes: Uint8Array): Certificate | Refusal {
  try {
    return readSealed(new Reader(bytes));
  } catch (error) {
    if (error instanceof Malformed) return refuse('malformed', error.message);
    if (error instanceof OtherSpelling) return refuse('not-canonical', error.message);
    if (error instanceof OutOfWork) return refuse('too-much-work', MAX_CHECKING_WORK);
    throw error;
  }
}

/** A certificate with the SHA-256 of its content. */
function readSealed(from: Reader): Certificate {
  const start = from.after('{"certificate":').at;
  const certificate = readBody(from);
  const digest = sha256Hex(from.since(start));
  const at = from.after(',"digest":').at;
  if (from.text() !== digest) return from.misspelled('the digest is wrong', at);
  from.expect('}');
  return from.isAtEnd() ? certificate : from.misspelled('the text goes on after its end');
}

function readBody(from: Reader): Certificate {
  if (from.after('{"format":').text() !== CERTIFICATE_FORMAT) return from.misspelled(`the format is another than ${CERTIFICATE_FORMAT}`);
  const header = {
    language: from.after(',"language":').text(),
    engine: from.after(',"engine":').text(),
    hash: from.after(',"hash":').text(),
    proofKey: from.after(',"proof_key":').text(),
  };
  if (from.after(',"phi_c":').count() !== 1) return from.misspelled('phi_c is another number than 1');
  const certificate = {
    ...header,
    assurance: from.after(',"assurance":').word(ASSURANCES),
    metrics: readMetrics(from.after(',"tce_metrics":')),
    worstCaseCost: from.after(',"worst_case_cost":').count(),
    trustedBase: from.after(',"trusted_base":').list(text),
    components: from.after(',"components":').list(readProof),
    graphs: from.after(',"graphs":').list(readProof),
  };
  from.expect('}');
  return certificate;
}

function readMetrics(from: Reader): Metrics {
  const metrics = {
    information_entropy: from.after('{"information_entropy":').count(),
    closure_domains_verified: from.after(',"closure_domains_verified":').count(),
    closure_domains_total: from.after(',"closure_domains_total":').count(),
    monomers_used: from.after(',"monomers_used":').count(),
    composition_depth: from.after(',"composition_depth":').count(),
    eva_operators: {
      sequential: from.after(',"eva_operators":{"sequential":').count(),
      parallel: from.after(',"parallel":').count(),
      conditional: from.after(',"conditional":').count(),
    },
  };
  from.expect('}}');
  return metrics;
}

function readProof(from: Reader): GraphProof {
  const proof = {
    ...readPass(from.after('{')),
    closure: from.after(',"closure":').list(readEvidence),
    cases: from.after(',"cases":').nullable(readSplit),
    inlined: from.after(',"inlined":').nullable(readInlined),
    induction: from.takes(',"induction":') ? readInduction(from) : null,
    exported: from.after(',"exported":').list(readExported),
  };
  from.expect('}');
  return proof;
}

function readInlined(from: Reader): InlinedProof {
  const inlined = {
    loops: from.after('{"loops":').word(LOOPS),
    proof: readCase(from.after(',"proof":'), MAX_CASE_DEPTH),
  };
  from.expect('}');
  return inlined;
}

function readInduction(from: Reader): InductionProof {
  const loops = from.after('{"loops":').list(count);
  const ensures = from.after(',"ensures":').list(count);
  const proof = readCaseProof(from.after(',"proof":'));
  from.expect('}');
  return { loops, ensures, proof };
}

function readSplit(from: Reader, depth = MAX_CASE_DEPTH): CaseSplit {
  if (depth === 0) return from.refuse('the cases nest too deep');
  const split = {
    parameter: from.after('{"parameter":').count(),
    parts: from.after(',"parts":').list(() => readPart(from, depth - 1)),
  };
  from.expect('}');
  return split;
}

function readPart(from: Reader, depth: number): CaseSplit['parts'][number] {
  const part = { view: readClaim(from.after('[')), proof: readCase(from.after(','), depth) };
  from.expect(']');
  return part;
}

function readCase(from: Reader, depth: number): CaseSplit | CaseProof {
  return from.isNext('{"parameter":') ? readSplit(from, depth) : readCaseProof(from);
}

function readCaseProof(from: Reader): CaseProof {
  const proof = { ...readPass(from.after('{')), closure: from.after(',"closure":').list(readEvidence) };
  from.expect('}');
  return proof;
}

/** The members of a pass, without the braces around them. */
function readPass(from: Reader): PassProof {
  return {
    claims: from.after('"claims":').list(readClaim),
    steps: readListed(from.after(',"steps":'), readStep),
    kept: readListed(from.after(',"kept":'), readStep),
    drifts: readListed(from.after(',"drifts":'), readDrift),
    unrolled: readAscending(from.after(',"unrolled":')),
    joins: readListed(from.after(',"joins":'), readJoin),
    differences: readListed(from.after(',"differences":'), readDifference),
    cuts: readListed(from.after(',"cuts":'), readBound),
  };
}

function readAscending(from: Reader): readonly number[] {
  const numbers = from.list(count);
  const ascend = numbers.every((number, index) => index === 0 || (numbers[index - 1] ?? 0) < number);
  return ascend ? numbers : from.misspelled('the numbers do not ascend');
}

/** The listed items by node or region, in ascending order and without empty lists. */
function readListed<T>(from: Reader, read: (from: Reader) => T): ReadonlyMap<number, readonly T[]> {
  if (from.takes('[]')) return NOTHING_LISTED;
  const listed = new Map<number, readonly T[]>();
  let last = -1;
  from.expect('[');
  do {
    const place = from.after('[').count();
    if (place <= last) return from.misspelled('the nodes or regions do not ascend');
    last = place;
    const listing = from.after(',').list(read);
    if (listing.length === 0) return from.misspelled('a node or region lists no items');
    from.expect(']');
    listed.set(place, listing);
  } while (from.takes(','));
  from.expect(']');
  return listed;
}

/**
 * A claim, in the only text of its set. Ranges and truths have one text each, as has the empty set. Sets of other types can be
 * stated in more than one way, such as a class of all characters, so they are compared with the text that `encode.ts` writes.
 */
function readClaim(from: Reader): AbstractValue {
  if (!from.isAtObject()) return readView(from, TYPE_NESTING);
  const start = from.at;
  const view = readView(from, TYPE_NESTING);
  return isViewOf(from.since(start), view) ? view : from.misspelled('the claim has another text', start);
}

/** Abstract values nest no deeper than types do. */
function readView(from: Reader, depth: number): AbstractValue {
  if (from.isAtList()) return ofRanges(ranges(from, from.bounds(), MAX_RANGES));
  if (from.takes('null')) return NEVER;
  if (from.isAtText()) return TRUTHS[from.word(['bool', 'false', 'true'])];
  if (depth === 0) return from.refuse('a claim nests too deep');
  const name = from.after('{').word(COMPOUNDS);
  const view = readCompound(from.after(':'), name, depth - 1);
  from.expect('}');
  return view;
}

const TRUTHS = { bool: EITHER, false: FALSE, true: TRUE };
const COMPOUNDS = ['tags', 'texts', 'length', 'class', 'form', 'bytes', 'list', 'bytes_items', 'list_items', 'record', 'option'] as const;

function readCompound(from: Reader, name: (typeof COMPOUNDS)[number], depth: number): AbstractValue {
  switch (name) {
    case 'tags':
      return tags(from.list(text));
    case 'texts':
      return readTexts(from);
    case 'length':
    case 'class':
    case 'form':
      return readTextClass(from, name);
    case 'bytes':
    case 'list':
      return readSequence(from, name, depth);
    case 'bytes_items':
      return readItems(from, 'bytes', depth);
    case 'list_items':
      return readItems(from, 'list', depth);
    case 'record':
      return record(from.list(() => readField(from, depth)));
    case 'option':
      return readOption(from, depth);
  }
}

function readTexts(from: Reader): AbstractValue {
  const { at } = from;
  const values = from.list(text);
  return values.length > MAX_TEXTS ? from.refuse('a claim names too many texts', at) : exactTexts(values);
}

/** `[lo, hi]` for all texts of these lengths, with their characters for a class, and with the form first. */
function readTextClass(from: Reader, name: 'length' | 'class' | 'form'): AbstractValue {
  const form = name === 'form' ? from.after('[').word(TEXT_FORMS) : null;
  const lo = from.after(form === null ? '[' : ',').count();
  const hi = from.after(',').count();
  const characters = name === 'length' ? ALL_CHARACTERS : readCharacters(from.after(','));
  from.expect(']');
  return texts(lo, hi, characters, form);
}

/** Returns the object ALL_CHARACTERS for the full range: other code compares it by identity. */
function readCharacters(from: Reader): Characters {
  const characters = ranges(from, from.list(count), MAX_CHARACTER_RANGES);
  return sameRanges(characters, ALL_CHARACTERS) ? ALL_CHARACTERS : characters;
}

function readSequence(from: Reader, kind: 'bytes' | 'list', depth: number): AbstractValue {
  const lo = from.after('[').count();
  const hi = from.after(',').count();
  const element = readView(from.after(','), depth);
  from.expect(']');
  return sequence(kind, lo, hi, element);
}

function readField(from: Reader, depth: number): { readonly name: string; readonly view: AbstractValue } {
  const field = { name: from.after('[').text(), view: readView(from.after(','), depth) };
  from.expect(']');
  return field;
}

function readOption(from: Reader, depth: number): AbstractValue {
  const none = from.after('[').truth();
  const some = readView(from.after(','), depth);
  from.expect(']');
  return option(none, some);
}

/** Joins the items: only items of one type can be joined. */
function readItems(from: Reader, kind: 'bytes' | 'list', depth: number): AbstractValue {
  const { at } = from;
  const views = from.list(() => readView(from, depth));
  if (views.length > MAX_ITEMS) return from.refuse('a claim names too many items', at);
  let union: AbstractValue = NEVER;
  for (const view of views) {
    from.meter.spend(partsOf(union) + partsOf(view));
    if (!haveOneType(union, view)) return from.refuse('a claim has items of different types', at);
    union = join(union, view);
  }
  return items(kind, views, () => union, Number.POSITIVE_INFINITY);
}

/** The parts of a claim that a join examines: ranges, tags and texts. */
function partsOf(view: AbstractValue): number {
  switch (view.kind) {
    case 'never':
    case 'boolean':
      return 1;
    case 'integer':
      return 1 + view.ranges.length;
    case 'enumeration':
      return 1 + view.tags.length;
    case 'text':
      return 1 + (view.values ?? view.characters).length;
    case 'bytes':
    case 'list':
      // A join of the items also joins their common `element`.
      return (view.items ?? []).reduce((sum, item) => sum + partsOf(item), 1 + partsOf(view.element));
    case 'record':
      return view.fields.reduce((sum, part) => sum + partsOf(part.view), 1);
    case 'option':
      return 1 + partsOf(view.some);
  }
}

/** The invariant of `Ranges`, on which every operation on them relies. */
function ranges(from: Reader, bounds: readonly Int[], most: number): Ranges {
  if (bounds.length % 2 !== 0 || bounds.length > 2 * most || !areAscending(bounds)) return from.refuse('a claim is no set of ranges');
  return bounds;
}

/** True if each range ends no lower than it begins, and the next one begins beyond a gap. */
function areAscending(bounds: readonly Int[]): boolean {
  for (let i = 1; i < bounds.length; i += 1) {
    const before = bounds[i - 1] ?? 0;
    const bound = bounds[i] ?? 0;
    if (i % 2 === 1 ? !isAtMost(before, bound) : isAtMost(bound, add(before, 1))) return false;
  }
  return true;
}

function readStep(from: Reader): Step {
  const step = readStepOf(from, from.after('[').word(STEPS));
  from.expect(']');
  return step;
}

const STEPS = ['backward', 'forward', 'reached'] as const satisfies readonly Step['rule'][];

function readStepOf(from: Reader, rule: Step['rule']): Step {
  const node = from.after(',').count();
  from.expect(',');
  switch (rule) {
    case 'backward':
      return { rule, from: node, to: from.count(), claim: readClaim(from.after(',')) };
    case 'forward':
      return { rule, node, claim: readClaim(from), differences: from.after(',').list(readDifference) };
    case 'reached':
      return { rule, owner: node, child: from.count() };
  }
}

function readDifference(from: Reader): Difference {
  const difference = {
    minuend: from.after('[').safeInteger(),
    subtrahend: from.after(',').safeInteger(),
    bound: from.after(',').integer(),
    path: from.after(',').list(readLink),
  };
  from.expect(']');
  return difference;
}

function readExported(from: Reader): ExportedDifference {
  const exported = {
    minuend: readOperand(from.after('[')),
    subtrahend: readOperand(from.after(',')),
    bound: from.after(',').integer(),
    path: from.after(',').list(readLink),
  };
  from.expect(']');
  return exported;
}

function readOperand(from: Reader): DifferenceOperand {
  return from.isAtText() ? from.word(RESULTS) : from.safeInteger();
}

const RESULTS = ['result', 'length of result'] as const;

function readJoin(from: Reader): JoinProof {
  const joined = {
    minuend: from.after('[').safeInteger(),
    subtrahend: from.after(',').safeInteger(),
    bound: from.after(',').integer(),
    paths: from.after(',').list(readPath),
  };
  from.expect(']');
  return joined;
}

function readPath(from: Reader): readonly Link[] {
  return from.list(readLink);
}

function readDrift(from: Reader): DriftProof {
  const field = from.after('[').nullable(text);
  const before = from.after(',').count();
  const after = from.after(',').count();
  const upper = from.after(',').nullable(readSide);
  const lower = from.after(',').nullable(readSide);
  from.expect(']');
  const bounds = { upper: upper?.bound ?? null, lower: lower?.bound ?? null };
  return { field, before, after, ...bounds, upperPath: upper?.path ?? [], lowerPath: lower?.path ?? [] };
}

function readSide(from: Reader): { readonly bound: Int; readonly path: readonly Link[] } {
  const side = { bound: from.after('[').integer(), path: from.after(',').list(readLink) };
  from.expect(']');
  return side;
}

function readLink(from: Reader): Link {
  const link = {
    via: from.after('[').nullable(count),
    minuend: from.after(',').safeInteger(),
    subtrahend: from.after(',').safeInteger(),
    bound: from.after(',').integer(),
  };
  from.expect(']');
  return link;
}

function readBound(from: Reader): LinearBound {
  const bound = {
    minuend: from.after('[').nullable(term),
    subtrahend: from.after(',').nullable(term),
    bound: from.after(',').integer(),
    refutation: readRefutation(from.after(','), MAX_SPLITS, 'outside'),
  };
  from.expect(']');
  return bound;
}

const REFUTATIONS = ['sum', 'rounded', 'since', 'either', 'ordered', 'element', 'split'] as const satisfies readonly Refutation['rule'][];

/** @param where An invariant must not occur inside another invariant. */
function readRefutation(from: Reader, depth: number, where: Where): Refutation {
  from.expect('{');
  const { at } = from;
  const rule = from.word(REFUTATIONS);
  if (depth === 0 && rule !== 'sum') return from.refuse('a refutation is too deep', at);
  if (where === 'invariant' && rule === 'element') return from.refuse('an element is looked at in an invariant', at);
  if (where !== 'outside' && (rule === 'since' || rule === 'either')) return from.refuse('a sum is kept in an invariant', at);
  const refutation = readRefutationOf(from.after(':'), rule, depth, where);
  from.expect('}');
  return refutation;
}

function readRefutationOf(from: Reader, rule: Refutation['rule'], depth: number, where: Where): Refutation {
  const next = (name: string, place = where): Refutation => readRefutation(from.after(`,"${name}":`), depth - 1, place);
  switch (rule) {
    case 'sum':
      return { rule, terms: readTerms(from, where) };
    case 'rounded':
      return { rule, terms: readTerms(from, where), rest: next('rest') };
    case 'since':
      return { rule, ...readSince(from), base: next('base', 'invariant'), step: next('step', 'step'), rest: next('rest') };
    case 'either':
      return readEither(from, depth, where);
    case 'ordered':
      return { rule, ...readOrder(from), premises: readPremises(from, depth, where), rest: next('rest') };
    case 'element':
      return { rule, step: readElementStep(from), premises: readPremises(from, depth, where), rest: next('rest') };
    case 'split':
      return { rule, ...readPremise(from), holds: next('holds'), fails: next('fails') };
  }
}

function readTerms(from: Reader, where: Where): readonly LinearTerm[] {
  return from.list(() => readTerm(from, where));
}

function readPremises(from: Reader, depth: number, where: Where): readonly Refutation[] {
  return from.after(',"premises":').list(() => readRefutation(from, depth - 1, where));
}

function readSince(from: Reader): Pick<Extract<Refutation, { rule: 'since' }>, 'since' | 'loops' | 'terms'> {
  const kept = {
    since: from.after('[').count(),
    loops: from.after(',').list(count),
    terms: from.after(',').list(readSinceTerm),
  };
  from.expect(']');
  return kept;
}

function readSinceTerm(from: Reader): SinceTerm {
  const since = { ...readInvariantTerm(from.after('[')), given: from.after(',').nullable(term) };
  from.expect(']');
  return since;
}

function readEither(from: Reader, depth: number, where: Where): Refutation {
  const loops = from.after('[').list(count);
  const first = from.after(',').list(readInvariantTerm);
  const second = from.after(',').list(readInvariantTerm);
  const base = readRefutation(from.after('],"base":'), MAX_SPLITS, 'invariant');
  const steps = readTwo(from.after(',"steps":'), () => readRefutation(from, MAX_SPLITS, 'step'));
  const rests = readTwo(from.after(',"rests":'), () => readRefutation(from, depth - 1, where));
  return { rule: 'either', loops, sums: [first, second], base, steps, rests };
}

function readTwo<T>(from: Reader, read: () => T): readonly [T, T] {
  from.expect('[');
  const first = read();
  from.expect(',');
  const second = read();
  from.expect(']');
  return [first, second];
}

function readOrder(from: Reader): Pick<Extract<Refutation, { rule: 'ordered' }>, 'low' | 'high' | 'way' | 'steps'> {
  const order = { low: from.after('[').count(), high: from.after(',').count(), way: from.after(',').count() };
  if (from.takes(']')) return order;
  const steps = [from.after(',').nullable(count), from.after(',').nullable(count)] as const;
  from.expect(']');
  return { ...order, steps };
}

function readElementStep(from: Reader): Extract<Refutation, { rule: 'element' }>['step'] {
  const step = {
    loops: from.after('[').list(count),
    within: from.after(',').nullable(count),
    of: readElement(from.after(',')),
  };
  from.expect(']');
  return step;
}

function readElement(from: Reader): ElementOf {
  const by = from.after('[').word(ELEMENTS);
  const node = from.after(',').count();
  from.expect(',');
  const element: ElementOf = by === 'witness' ? { by, loop: node, truth: from.truth() } : { by, node, step: from.nullable(count) };
  from.expect(']');
  return element;
}

const ELEMENTS = ['witness', 'value'] as const satisfies readonly ElementOf['by'][];

function readPremise(from: Reader): Pick<Extract<Refutation, { rule: 'split' }>, 'node' | 'fact' | 'premise' | 'step'> {
  const premise = {
    node: from.after('[').count(),
    fact: from.after(',').count(),
    premise: from.after(',').count(),
    ...readInStep(from),
  };
  from.expect(']');
  return premise;
}

/** The optional last item of a list. */
function readInStep(from: Reader): { readonly step?: StepNumber } {
  return from.takes(',') ? { step: from.count() } : {};
}

function readTerm(from: Reader, where: Where): LinearTerm {
  const linear = { multiplier: from.after('[').integer(), factors: from.after(',').list(() => readFact(from, where)) };
  from.expect(']');
  return linear;
}

const FACTS = ['assumption', 'lower', 'upper', 'node', 'difference', 'step', 'kept'] as const satisfies readonly FactReference['fact'][];

function readFact(from: Reader, where: Where): FactReference {
  const fact = from.after('[').word(FACTS);
  const reference = readFactOf(from.after(','), fact, where);
  from.expect(']');
  return reference;
}

function readFactOf(from: Reader, fact: FactReference['fact'], where: Where): FactReference {
  switch (fact) {
    case 'assumption':
      return { fact, index: from.count() };
    case 'lower':
    case 'upper':
      return { fact, node: from.count(), ...readInStep(from) };
    case 'node':
      return { fact, node: from.count(), index: from.after(',').count(), ...readInStep(from) };
    case 'difference':
      return { fact, link: readLink(from) };
    case 'step':
      return { fact, which: from.word(STEP_FACTS) };
    case 'kept':
      return { fact, invariant: readInvariant(from, where) };
  }
}

function readInvariant(from: Reader, where: Where): LoopInvariant {
  if (where === 'invariant') return from.refuse('an invariant stands too deep in others');
  return {
    loops: from.list(count),
    terms: from.after(',').list(readInvariantTerm),
    base: readRefutation(from.after(','), MAX_SPLITS, 'invariant'),
    step: readRefutation(from.after(','), MAX_SPLITS, where === 'outside' ? 'step' : 'invariant'),
  };
}

/**
 * The place of a refutation: outside of invariants, in the step of an invariant (whose own invariants contain no others), or
 * elsewhere in an invariant.
 */
type Where = 'outside' | 'step' | 'invariant';

const STEP_FACTS = ['lower', 'upper', 'element'] as const;
const MEASURES = ['value', 'length', 'sum'] as const;

function readInvariantTerm(from: Reader): InvariantTerm {
  const invariant = {
    multiplier: from.after('[').integer(),
    factors: from.after(',').list(term),
    quantity: from.after(',').nullable(readQuantity),
  };
  from.expect(']');
  return invariant;
}

function readQuantity(from: Reader): Quantity {
  const quantity = {
    loop: from.after('[').nullable(count),
    field: from.after(',').nullable(text),
    measure: from.after(',').word(MEASURES),
  };
  from.expect(']');
  return quantity;
}

const EVIDENCE = [
  'structure',
  'analysis',
  'linear',
  'states',
  'cases',
  'inlined',
  'induction',
  'smt',
  'exhaustion',
  'call',
  'witness',
] as const satisfies readonly Evidence['by'][];

const PLAIN_TEXT = viewOf(utf8Of('{"by":"analysis","differences":[]}'));

function readEvidence(from: Reader): Evidence {
  // Nearly all evidence is this.
  if (from.takesBytes(PLAIN_TEXT)) return PLAIN_EVIDENCE;
  const evidence = readEvidenceOf(from, from.after('{"by":').word(EVIDENCE));
  from.expect('}');
  return evidence;
}

function readEvidenceOf(from: Reader, by: Evidence['by']): Evidence {
  switch (by) {
    case 'structure':
    case 'cases':
    case 'inlined':
    case 'induction':
    case 'exhaustion':
      return { by };
    case 'analysis':
      return { by, differences: from.after(',"differences":').list(readDifference) };
    case 'linear':
      return { by, bounds: from.after(',"bounds":').list(readBound) };
    case 'states':
      return {
        by,
        steps: from.after(',"steps":').list(readStep),
        fold: from.after(',"fold":').count(),
        states: from.after(',"states":').list(readClaim),
      };
    case 'smt':
      return {
        by,
        encoding: from.after(',"encoding":').word(ENCODINGS),
        digest: from.after(',"digest":').text(),
        solver: from.after(',"solver":').text(),
        version: from.after(',"version":').text(),
        limit: from.after(',"limit":').count(),
        runs: from.after(',"runs":').count(),
      };
    case 'call':
      return { by, given: from.after(',"given":').list(readDifference), requires: readRequires(from) };
    case 'witness':
      return { by, inputs: from.after(',"inputs":').list(() => from.json()) };
  }
}

const ENCODINGS = ['integers', 'vectors'] as const;

function readRequires(from: Reader): PassProof {
  const requires = readPass(from.after(',"requires":{'));
  from.expect('}');
  return requires;
}

function count(from: Reader): number {
  return from.count();
}

/** Decodes a node or an argument position; a negative number denotes its length. */
function term(from: Reader): number {
  return from.safeInteger();
}

function text(from: Reader): string {
  return from.text();
}
