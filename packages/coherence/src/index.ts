export type { AbstractValue } from '@kirchhoff/kernel/abstract/abstract';
export * as abstract from '@kirchhoff/kernel/abstract/abstract';
export { ASSURANCES, type Assurance, gradeOf } from '@kirchhoff/kernel/certificate/assurance';
export { type Checked, check, checkWith, type Subject } from '@kirchhoff/kernel/certificate/check';
export type { Metrics, StructureMetrics } from '@kirchhoff/kernel/certificate/format';
export { run } from '@kirchhoff/kernel/evaluate/evaluate';
export type * from '@kirchhoff/kernel/evaluate/evaluation';
export { type ClosureDomain, closureDomains } from '@kirchhoff/kernel/graph/closure-domains';
export type * from '@kirchhoff/kernel/graph/graph';
export { nodeAt, operandsOf, ownedRegions } from '@kirchhoff/kernel/graph/schedule';
export * from '@kirchhoff/kernel/limits';
export { mcCode } from '@kirchhoff/kernel/monomers/catalog';
export { FAMILIES, type Family, type MonomerName } from '@kirchhoff/kernel/monomers/names';
export { NO_RELATIONS } from '@kirchhoff/kernel/monomers/relation';
export { CheckMeter } from '@kirchhoff/kernel/rules/meter';
export type { SmtRequest } from '@kirchhoff/kernel/smt/context';
export { type SmtQuery, smtQueries } from '@kirchhoff/kernel/smt/query';
export type * from '@kirchhoff/kernel/smt/solver';
export * from '@kirchhoff/kernel/types/domain';
export * from '@kirchhoff/kernel/types/integer';
export * from '@kirchhoff/kernel/types/text-forms';
export { TypeNumbers } from '@kirchhoff/kernel/types/type-numbers';
export {
  type Decoded,
  decodeValue,
  describe as describeJson,
  encodeValue,
  FORM_NAMES,
  JsonNumber,
  listTags,
} from '@kirchhoff/kernel/values/json';
export * from '@kirchhoff/kernel/values/text';
export * from '@kirchhoff/kernel/values/value';
export { CATALOG as MONOMERS, type CatalogEntry as Monomer, catalogEntry as monomerAt } from '@kirchhoff/language/catalog/catalog';
export { DIAGNOSTIC_CODES } from '@kirchhoff/language/diagnostics/codes';
export { describe as describeView, describeDomain, describePattern } from '@kirchhoff/language/diagnostics/describe';
export type * from '@kirchhoff/language/diagnostics/diagnostic';
export { lineOf, placeOf } from '@kirchhoff/language/diagnostics/place';
export { showUnseen } from '@kirchhoff/language/diagnostics/unseen';
export { type DomainMeasure, measureDomain } from '@kirchhoff/language/elaborate/domain-measure';
export { type DecisionTable, decisionTable, type TableRule } from '@kirchhoff/language/policy/decision-table';
export {
  type ActionError,
  type Attempt,
  compileBudgetedPolicy,
  compilePolicy,
  type Decision,
  type PolicyOptions,
} from '@kirchhoff/language/policy/policy';
export { type Key, type RuleIndex, type RulePart, type RuleTable, ruleIndex } from '@kirchhoff/language/policy/rule-index';
export * from '@kirchhoff/language/program/boundary';
export { type DomainJson, encodeDomain } from '@kirchhoff/language/program/domain-json';
export { type Evaluation, evaluate } from '@kirchhoff/language/program/evaluate';
export { entropyPlace, type FaultPlace, faultPlace } from '@kirchhoff/language/program/fault-place';
export { type Formatting, format } from '@kirchhoff/language/program/format';
export { type Files, NO_FILES } from '@kirchhoff/language/program/join-files';
export { type PinnedSource, programsOf } from '@kirchhoff/language/program/pinned-sources';
export { type Pin, type ProgramsByPin, pinsOf, type RefusedPins } from '@kirchhoff/language/program/pins';
export type * from '@kirchhoff/language/program/program';
export { type ReadOptions, read } from '@kirchhoff/language/program/read';
export type * from '@kirchhoff/language/program/source-map';
export { type ParsedJson, parseJson } from '@kirchhoff/language/program/strict-json';
export { filesUsedBy, isLibrary } from '@kirchhoff/language/program/used-files';
export { resolvePath } from '@kirchhoff/language/syntax/file-path';
export { type HighlightedPart, type HighlightKind, highlight } from '@kirchhoff/language/syntax/highlight';
export { asOfText } from '@kirchhoff/language/syntax/joined-source';
export type { SourcePart } from '@kirchhoff/language/syntax/place';
export { spellText } from '@kirchhoff/language/syntax/spelling';
export { type CertifyOptions, certify, certifyWith } from '@kirchhoff/prover/certify';
export { type ClosurePlace, closurePlaces } from '@kirchhoff/prover/closure-places';
export {
  type ComparedCircuit,
  type Comparison,
  compareWith,
  type PortDifference,
  type RunResult,
  type TellingInput,
} from '@kirchhoff/prover/compare';
export {
  type CategoryComparison,
  type ComparedPolicy,
  comparePolicies,
  type PolicyComparison,
  type TriState,
  type VerdictChange,
} from '@kirchhoff/prover/compare-policies';
export { enclosingDomain } from '@kirchhoff/prover/enclosing-domain';
export { type NodeDomains, nodeDomains, type ProgramDomains } from '@kirchhoff/prover/node-domains';
export * from '@kirchhoff/prover/report/certification';
export { evidenceOf, type ProgramEvidence } from '@kirchhoff/prover/report/evidence';
export * from './json-schema/certification.js';
export * from './json-schema/diagnostics.js';
export * from './json-schema/domain.js';
