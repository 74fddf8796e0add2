import type { AbstractText, AbstractValue } from '../abstract/abstract.js';
import type { DifferenceOperand } from '../monomers/relation.js';
import type { Int } from '../types/integer.js';
import { ALL_CHARACTERS } from '../types/text-forms.js';
import { sha256Hex, utf8Of } from './digest.js';
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
  type InvariantTerm,
  type JoinProof,
  type LinearBound,
  type LinearTerm,
  type Link,
  type Metrics,
  type PassProof,
  type Refutation,
  type SinceTerm,
  type Step,
  type StepNumber,
} from './format.js';
import { ByteSink, ComparingSink, Ended, type Sink } from './sink.js';

/**
 * Returns the JSON text of a certificate in UTF-8, with the SHA-256 of its content at the end. A certificate has exactly one
 * text. `null` if the text is longer than `most` bytes: claims share parts, and without sharing they may exceed the length of
 * any text.
 */
export function encodeCertificate(certificate: Certificate, most: number): Uint8Array | null {
  const sink = new ByteSink(most);
  return isTaken(() => writeSealed(sink, certificate)) ? sink.written() : null;
}

/** Returns true if the bytes are the text of a claim. */
export function isViewOf(bytes: Uint8Array, view: AbstractValue): boolean {
  const comparison = new ComparingSink(bytes);
  return isTaken(() => writeView(comparison, view)) && comparison.length === bytes.length;
}

function isTaken(write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    if (error instanceof Ended) return false;
    throw error;
  }
}

function writeSealed(sink: ByteSink, certificate: Certificate): void {
  sink.ascii('{"certificate":');
  const start = sink.length;
  writeBody(sink, certificate);
  const digest = sha256Hex(sink.since(start));
  sink.ascii(`,"digest":"${digest}"}`);
}

function writeBody(sink: Sink, certificate: Certificate): void {
  sink.ascii(`{"format":"${CERTIFICATE_FORMAT}","language":`);
  writeText(sink, certificate.language);
  sink.ascii(',"engine":');
  writeText(sink, certificate.engine);
  sink.ascii(',"hash":');
  writeText(sink, certificate.hash);
  sink.ascii(',"proof_key":');
  writeText(sink, certificate.proofKey);
  sink.ascii(`,"phi_c":1,"assurance":"${certificate.assurance}","tce_metrics":`);
  writeMetrics(sink, certificate.metrics);
  sink.ascii(',"worst_case_cost":');
  writeNumber(sink, certificate.worstCaseCost);
  sink.ascii(',"trusted_base":');
  writeList(sink, certificate.trustedBase, writeText);
  sink.ascii(',"components":');
  writeList(sink, certificate.components, writeProof);
  sink.ascii(',"graphs":');
  writeList(sink, certificate.graphs, writeProof);
  sink.ascii('}');
}

function writeMetrics(sink: Sink, metrics: Metrics): void {
  const { sequential, parallel, conditional } = metrics.eva_operators;
  sink.ascii(`{"information_entropy":${metrics.information_entropy}`);
  sink.ascii(`,"closure_domains_verified":${metrics.closure_domains_verified}`);
  sink.ascii(`,"closure_domains_total":${metrics.closure_domains_total}`);
  sink.ascii(`,"monomers_used":${metrics.monomers_used},"composition_depth":${metrics.composition_depth}`);
  sink.ascii(`,"eva_operators":{"sequential":${sequential},"parallel":${parallel},"conditional":${conditional}}}`);
}

/** Writes rare values, and values that are not lists of the certificate itself. */
function writeJson(sink: Sink, json: unknown): void {
  sink.bytes(utf8Of(JSON.stringify(json)));
}

/** A name from the program, or a text of the header. */
function writeText(sink: Sink, text: string): void {
  const spelt = JSON.stringify(text);
  if (isAscii(spelt)) sink.ascii(spelt);
  else sink.bytes(utf8Of(spelt));
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

function writeNumber(sink: Sink, value: number): void {
  if ((value | 0) === value && value >= 0) sink.digits(value);
  else sink.ascii(JSON.stringify(value));
}

function writeNullable(sink: Sink, value: number | null): void {
  if (value === null) sink.ascii('null');
  else writeNumber(sink, value);
}

/** Writes an integer; one beyond the safe integers becomes a decimal string. */
function writeInteger(sink: Sink, value: Int): void {
  if (typeof value === 'number') writeNumber(sink, value);
  else sink.ascii(`"${value}"`);
}

function writeList<T>(sink: Sink, items: readonly T[], write: (sink: Sink, item: T) => void): void {
  if (items.length === 0) {
    sink.ascii('[]');
    return;
  }
  sink.ascii('[');
  for (let i = 0; i < items.length; i += 1) {
    if (i > 0) sink.ascii(',');
    const item = items[i];
    if (item !== undefined) write(sink, item);
  }
  sink.ascii(']');
}

function writeProof(sink: Sink, proof: GraphProof): void {
  sink.ascii('{');
  writePass(sink, proof);
  sink.ascii(',"closure":');
  writeList(sink, proof.closure, writeEvidence);
  sink.ascii(',"cases":');
  if (proof.cases === null) sink.ascii('null');
  else writeCases(sink, proof.cases);
  sink.ascii(',"inlined":');
  if (proof.inlined === null) sink.ascii('null');
  else {
    sink.ascii(`{"loops":"${proof.inlined.loops}","proof":`);
    writeCases(sink, proof.inlined.proof);
    sink.ascii('}');
  }
  if (proof.induction !== null) {
    const { loops, ensures } = proof.induction;
    sink.ascii(',"induction":{"loops":');
    writeNumbers(sink, loops);
    sink.ascii(',"ensures":');
    writeNumbers(sink, ensures);
    sink.ascii(',"proof":');
    writeCases(sink, proof.induction.proof);
    sink.ascii('}');
  }
  sink.ascii(',"exported":');
  writeList(sink, proof.exported, writeExported);
  sink.ascii('}');
}

/** The members of a pass, without the braces around them. */
function writePass(sink: Sink, proof: PassProof): void {
  sink.ascii('"claims":');
  writeList(sink, proof.claims, writeView);
  sink.ascii(',"steps":');
  writeListed(sink, proof.steps, writeStep);
  sink.ascii(',"kept":');
  writeListed(sink, proof.kept, writeStep);
  sink.ascii(',"drifts":');
  writeListed(sink, proof.drifts, writeDrift);
  sink.ascii(',"unrolled":');
  writeNumbers(sink, proof.unrolled.length === 0 ? proof.unrolled : [...new Set(proof.unrolled)].toSorted((a, b) => a - b));
  sink.ascii(',"joins":');
  writeListed(sink, proof.joins, writeJoin);
  sink.ascii(',"differences":');
  writeListed(sink, proof.differences, writeDifference);
  sink.ascii(',"cuts":');
  writeListed(sink, proof.cuts, writeBound);
}

function writeNumbers(sink: Sink, numbers: readonly number[]): void {
  writeList(sink, numbers, writeNumber);
}

/** Writes the entries in the order of nodes or regions, and omits empty lists, so that each meaning has one text. */
function writeListed<T>(sink: Sink, listed: ReadonlyMap<number, readonly T[]>, write: (sink: Sink, item: T) => void): void {
  sink.ascii('[');
  let isFirst = true;
  for (const at of ascending(listed)) {
    const items = listed.get(at) ?? [];
    if (items.length === 0) continue;
    sink.ascii(isFirst ? '[' : ',[');
    isFirst = false;
    writeNumber(sink, at);
    sink.ascii(',');
    writeList(sink, items, write);
    sink.ascii(']');
  }
  sink.ascii(']');
}

/** The keys in ascending order; the map's own order if that is ascending already. */
function ascending(listed: ReadonlyMap<number, unknown>): Iterable<number> {
  let last = Number.NEGATIVE_INFINITY;
  for (const at of listed.keys()) {
    if (at < last) return [...listed.keys()].toSorted((a, b) => a - b);
    last = at;
  }
  return listed.keys();
}

/** Recursion is safe: the prover makes shallow split trees. */
function writeCases(sink: Sink, cases: CaseSplit | CaseProof): void {
  if ('parameter' in cases) {
    sink.ascii('{"parameter":');
    writeNumber(sink, cases.parameter);
    sink.ascii(',"parts":');
    writeList(sink, cases.parts, writePart);
  } else {
    sink.ascii('{');
    writePass(sink, cases);
    sink.ascii(',"closure":');
    writeList(sink, cases.closure, writeEvidence);
  }
  sink.ascii('}');
}

function writePart(sink: Sink, { view, proof }: CaseSplit['parts'][number]): void {
  sink.ascii('[');
  writeView(sink, view);
  sink.ascii(',');
  writeCases(sink, proof);
  sink.ascii(']');
}

/**
 * Writes `null` for never, an array of bounds, or `"false"`, `"true"` or `"bool"`. Other views are an object with one member that
 * names its content: `tags`, `texts`, `length`, `class`, `form`, `bytes`, `bytes_items`, `list`, `list_items`, `record` or
 * `option`.
 */
function writeView(sink: Sink, view: AbstractValue): void {
  switch (view.kind) {
    case 'never':
      return sink.ascii('null');
    case 'integer':
      return writeList(sink, view.ranges, writeInteger);
    case 'boolean':
      return sink.ascii(view.canBeTrue ? (view.canBeFalse ? '"bool"' : '"true"') : '"false"');
    case 'enumeration':
      return writeMember(sink, 'tags', view.tags, writeText);
    case 'text':
      return writeTexts(sink, view);
    case 'bytes':
    case 'list':
      if (view.items !== null) return writeMember(sink, `${view.kind}_items`, view.items, writeView);
      sink.ascii(`{"${view.kind}":[`);
      writeLengths(sink, view);
      sink.ascii(',');
      writeView(sink, view.element);
      return sink.ascii(']}');
    case 'record':
      return writeMember(sink, 'record', view.fields, writeField);
    case 'option':
      sink.ascii(`{"option":[${view.none},`);
      writeView(sink, view.some);
      return sink.ascii(']}');
  }
}

function writeMember<T>(sink: Sink, name: string, items: readonly T[], write: (sink: Sink, item: T) => void): void {
  sink.ascii(`{"${name}":`);
  writeList(sink, items, write);
  sink.ascii('}');
}

function writeField(sink: Sink, field: { readonly name: string; readonly view: AbstractValue }): void {
  sink.ascii('[');
  writeText(sink, field.name);
  sink.ascii(',');
  writeView(sink, field.view);
  sink.ascii(']');
}

function writeLengths(sink: Sink, { lo, hi }: { readonly lo: number; readonly hi: number }): void {
  writeNumber(sink, lo);
  sink.ascii(',');
  writeNumber(sink, hi);
}

function writeTexts(sink: Sink, view: AbstractText): void {
  if (view.values !== null) return writeMember(sink, 'texts', view.values, writeText);
  const { hi, characters, form } = view;
  const hasLengthAlone = form === null && (characters === ALL_CHARACTERS || hi === 0);
  sink.ascii(form === null ? `{"${hasLengthAlone ? 'length' : 'class'}":[` : `{"form":["${form}",`);
  writeLengths(sink, view);
  if (!hasLengthAlone) {
    sink.ascii(',');
    writeList(sink, characters, writeInteger);
  }
  sink.ascii(']}');
}

function writeStep(sink: Sink, step: Step): void {
  switch (step.rule) {
    case 'backward':
      sink.ascii('["backward",');
      writeNumber(sink, step.from);
      sink.ascii(',');
      writeNumber(sink, step.to);
      sink.ascii(',');
      writeView(sink, step.claim);
      return sink.ascii(']');
    case 'forward':
      sink.ascii('["forward",');
      writeNumber(sink, step.node);
      sink.ascii(',');
      writeView(sink, step.claim);
      sink.ascii(',');
      writeList(sink, step.differences, writeDifference);
      return sink.ascii(']');
    case 'reached':
      sink.ascii('["reached",');
      writeNumber(sink, step.owner);
      sink.ascii(',');
      writeNumber(sink, step.child);
      return sink.ascii(']');
  }
}

function writeDifference(sink: Sink, { minuend, subtrahend, bound, path }: Difference): void {
  sink.ascii('[');
  writeNumber(sink, minuend);
  sink.ascii(',');
  writeNumber(sink, subtrahend);
  writeBoundAndPath(sink, bound, path);
}

function writeExported(sink: Sink, { minuend, subtrahend, bound, path }: ExportedDifference): void {
  sink.ascii('[');
  writeOperand(sink, minuend);
  sink.ascii(',');
  writeOperand(sink, subtrahend);
  writeBoundAndPath(sink, bound, path);
}

function writeOperand(sink: Sink, operand: DifferenceOperand): void {
  if (typeof operand === 'number') writeNumber(sink, operand);
  else sink.ascii(`"${operand}"`);
}

function writeBoundAndPath(sink: Sink, bound: Int, path: readonly Link[]): void {
  sink.ascii(',');
  writeInteger(sink, bound);
  sink.ascii(',');
  writePath(sink, path);
  sink.ascii(']');
}

function writePath(sink: Sink, path: readonly Link[]): void {
  writeList(sink, path, writeLink);
}

function writeJoin(sink: Sink, { minuend, subtrahend, bound, paths }: JoinProof): void {
  sink.ascii('[');
  writeNumber(sink, minuend);
  sink.ascii(',');
  writeNumber(sink, subtrahend);
  sink.ascii(',');
  writeInteger(sink, bound);
  sink.ascii(',');
  writeList(sink, paths, writePath);
  sink.ascii(']');
}

function writeDrift(sink: Sink, drift: DriftProof): void {
  sink.ascii('[');
  if (drift.field === null) sink.ascii('null');
  else writeText(sink, drift.field);
  sink.ascii(',');
  writeNumber(sink, drift.before);
  sink.ascii(',');
  writeNumber(sink, drift.after);
  sink.ascii(',');
  writeSide(sink, drift.upper, drift.upperPath);
  sink.ascii(',');
  writeSide(sink, drift.lower, drift.lowerPath);
  sink.ascii(']');
}

function writeSide(sink: Sink, bound: Int | null, path: readonly Link[]): void {
  if (bound === null) return sink.ascii('null');
  sink.ascii('[');
  writeInteger(sink, bound);
  sink.ascii(',');
  writePath(sink, path);
  sink.ascii(']');
}

function writeLink(sink: Sink, { via, minuend, subtrahend, bound }: Link): void {
  sink.ascii('[');
  writeNullable(sink, via);
  sink.ascii(',');
  writeNumber(sink, minuend);
  sink.ascii(',');
  writeNumber(sink, subtrahend);
  sink.ascii(',');
  writeInteger(sink, bound);
  sink.ascii(']');
}

function writeBound(sink: Sink, { minuend, subtrahend, bound, refutation }: LinearBound): void {
  sink.ascii('[');
  writeNullable(sink, minuend);
  sink.ascii(',');
  writeNullable(sink, subtrahend);
  sink.ascii(',');
  writeInteger(sink, bound);
  sink.ascii(',');
  writeRefutation(sink, refutation);
  sink.ascii(']');
}

/** Recursion is safe: a refutation splits no deeper than `MAX_SPLITS`. */
function writeRefutation(sink: Sink, refutation: Refutation): void {
  switch (refutation.rule) {
    case 'sum':
      sink.ascii('{"sum":');
      writeList(sink, refutation.terms, writeTerm);
      break;
    case 'rounded':
      sink.ascii('{"rounded":');
      writeList(sink, refutation.terms, writeTerm);
      sink.ascii(',"rest":');
      writeRefutation(sink, refutation.rest);
      break;
    case 'since': {
      const { since, loops, terms, base, step, rest } = refutation;
      sink.ascii('{"since":[');
      writeNumber(sink, since);
      sink.ascii(',');
      writeNumbers(sink, loops);
      sink.ascii(',');
      writeList(sink, terms, writeSinceTerm);
      sink.ascii('],"base":');
      writeRefutation(sink, base);
      sink.ascii(',"step":');
      writeRefutation(sink, step);
      sink.ascii(',"rest":');
      writeRefutation(sink, rest);
      break;
    }
    case 'either': {
      const { loops, sums, base, steps, rests } = refutation;
      sink.ascii('{"either":[');
      writeNumbers(sink, loops);
      for (const terms of sums) {
        sink.ascii(',');
        writeList(sink, terms, writeInvariantTerm);
      }
      sink.ascii('],"base":');
      writeRefutation(sink, base);
      sink.ascii(',"steps":');
      writeList(sink, steps, writeRefutation);
      sink.ascii(',"rests":');
      writeList(sink, rests, writeRefutation);
      break;
    }
    case 'ordered': {
      const { low, high, way, steps } = refutation;
      sink.ascii('{"ordered":');
      writeJson(sink, [low, high, way, ...(steps ?? [])]);
      writePremises(sink, refutation);
      break;
    }
    case 'element': {
      const { loops, within, of } = refutation.step;
      sink.ascii('{"element":');
      writeJson(sink, [loops, within, of.by === 'witness' ? ['witness', of.loop, of.truth] : ['value', of.node, of.step]]);
      writePremises(sink, refutation);
      break;
    }
    case 'split': {
      const { node, step, fact, premise } = refutation;
      sink.ascii('{"split":');
      writeNumbers(sink, [node, fact, premise, ...inStep(step)]);
      sink.ascii(',"holds":');
      writeRefutation(sink, refutation.holds);
      sink.ascii(',"fails":');
      writeRefutation(sink, refutation.fails);
      break;
    }
  }
  sink.ascii('}');
}

function writePremises(sink: Sink, { premises, rest }: Extract<Refutation, { rule: 'ordered' | 'element' }>): void {
  sink.ascii(',"premises":');
  writeList(sink, premises, writeRefutation);
  sink.ascii(',"rest":');
  writeRefutation(sink, rest);
}

/** The step number is omitted for a node outside of all steps. */
function inStep(step: StepNumber): readonly number[] {
  return step === undefined ? [] : [step];
}

function writeTerm(sink: Sink, { multiplier, factors }: LinearTerm): void {
  sink.ascii('[');
  writeInteger(sink, multiplier);
  sink.ascii(',');
  writeList(sink, factors, writeFact);
  sink.ascii(']');
}

function writeFact(sink: Sink, reference: FactReference): void {
  sink.ascii(`["${reference.fact}"`);
  switch (reference.fact) {
    case 'assumption':
      writeRest(sink, [reference.index]);
      break;
    case 'lower':
    case 'upper':
      writeRest(sink, [reference.node, ...inStep(reference.step)]);
      break;
    case 'node':
      writeRest(sink, [reference.node, reference.index, ...inStep(reference.step)]);
      break;
    case 'difference':
      sink.ascii(',');
      writeLink(sink, reference.link);
      break;
    case 'step':
      sink.ascii(`,"${reference.which}"`);
      break;
    case 'kept': {
      const { loops, terms, base, step } = reference.invariant;
      sink.ascii(',');
      writeNumbers(sink, loops);
      sink.ascii(',');
      writeList(sink, terms, writeInvariantTerm);
      sink.ascii(',');
      writeRefutation(sink, base);
      sink.ascii(',');
      writeRefutation(sink, step);
      break;
    }
  }
  sink.ascii(']');
}

/** Writes numbers after the first items of a list. */
function writeRest(sink: Sink, numbers: readonly number[]): void {
  for (const number of numbers) {
    sink.ascii(',');
    writeNumber(sink, number);
  }
}

function writeSinceTerm(sink: Sink, term: SinceTerm): void {
  sink.ascii('[');
  writeInvariantTerm(sink, term);
  sink.ascii(',');
  writeNullable(sink, term.given);
  sink.ascii(']');
}

function writeInvariantTerm(sink: Sink, { multiplier, factors, quantity }: InvariantTerm): void {
  sink.ascii('[');
  writeInteger(sink, multiplier);
  sink.ascii(',');
  writeNumbers(sink, factors);
  sink.ascii(',');
  writeJson(sink, quantity === null ? null : [quantity.loop, quantity.field, quantity.measure]);
  sink.ascii(']');
}

function writeEvidence(sink: Sink, evidence: Evidence): void {
  switch (evidence.by) {
    case 'structure':
    case 'cases':
    case 'inlined':
    case 'induction':
    case 'exhaustion':
      return sink.ascii(`{"by":"${evidence.by}"}`);
    case 'analysis':
      // Nearly all evidence has none.
      if (evidence.differences.length === 0) return sink.ascii('{"by":"analysis","differences":[]}');
      sink.ascii('{"by":"analysis","differences":');
      writeList(sink, evidence.differences, writeDifference);
      return sink.ascii('}');
    case 'linear':
      sink.ascii('{"by":"linear","bounds":');
      writeList(sink, evidence.bounds, writeBound);
      return sink.ascii('}');
    case 'states':
      sink.ascii('{"by":"states","steps":');
      writeList(sink, evidence.steps, writeStep);
      sink.ascii(',"fold":');
      writeNumber(sink, evidence.fold);
      sink.ascii(',"states":');
      writeList(sink, evidence.states, writeView);
      return sink.ascii('}');
    case 'smt': {
      const { by, encoding, digest, solver, version, limit, runs } = evidence;
      return writeJson(sink, { by, encoding, digest, solver, version, limit, runs });
    }
    case 'call':
      sink.ascii('{"by":"call","given":');
      writeList(sink, evidence.given, writeDifference);
      sink.ascii(',"requires":{');
      writePass(sink, evidence.requires);
      return sink.ascii('}}');
    case 'witness':
      return writeJson(sink, { by: evidence.by, inputs: evidence.inputs });
  }
}
