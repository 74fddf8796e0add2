import { closedMetrics } from '@kirchhoff/kernel/certificate/check';
import type { Certificate, Evidence, GraphProof, PassProof } from '@kirchhoff/kernel/certificate/format';
import { closureDomains } from '@kirchhoff/kernel/graph/closure-domains';
import type { Graph } from '@kirchhoff/kernel/graph/graph';
import type { Diagnostic } from '@kirchhoff/language/diagnostics/diagnostic';
import { comparePlaces, lineOf, placeKey, placeOf } from '@kirchhoff/language/diagnostics/place';
import type { Program } from '@kirchhoff/language/program/program';
import type { GraphMap } from '@kirchhoff/language/program/source-map';
import { armWarnings, type ClaimedGraph } from './arm-warnings.js';
import type { Counterexamples } from './counterexamples.js';
import { guardedArmWarnings } from './guarded-arms.js';
import { namedPlaceOf } from './messages.js';
import { needlessWarnings } from './needless-warnings.js';
import { policyWarnings } from './policy-warnings.js';
import { type Proof, partsOf } from './proof.js';
import type { Certification, ClosureDomainReport, ClosureError } from './report/certification.js';
import { layerOf, report } from './report.js';
import type { RuleStatement } from './rule-questions.js';
import { entropyOf, phiOf } from './score.js';
import type { EncoderFault } from './solve.js';
import { describeStop } from './stop.js';
import { textTestWarnings } from './text-tests.js';

/** Returns the certification of an open program. */
export function openReport(program: Program, proof: Proof, counterexamples: Counterexamples): Certification {
  const { domains, errors: found } = report(program, proof, counterexamples);
  const verified = domains.filter(({ verdict }) => verdict === 'verified').length;
  // A proof that was given up although it leaves nothing open is missing as a whole.
  const errors = found.length === 0 ? [unprovenWhole(program, proof)] : found;
  const total = found.length === 0 ? domains.length + 1 : domains.length;
  return {
    certified: false,
    phi_c: phiOf(verified, total),
    assurance: null,
    hash: program.hash,
    tce_metrics: {
      information_entropy: partsOf(proof).reduce((sum, proven) => sum + entropyOf(proven), 0),
      closure_domains_verified: verified,
      closure_domains_total: total,
      ...program.structure,
    },
    worst_case_cost: program.cost,
    closure_domains: domains,
    errors,
    warnings: warningsOf(
      program,
      proof.components.map((proven) => proven.proof),
      proof.graphs.map((proven) => proven.proof),
      { closed: false, ofRules: [] },
    ),
    certificate: null,
  };
}

function unprovenWhole({ name, sourceMap }: Program, proof: Proof): ClosureError {
  const [graph] = sourceMap.graphs;
  if (graph === undefined) throw new Error('a program without a graph');
  const place = placeOf(graph);
  const message = `The proof of '${name}' as a whole ${lineOf(place)} could not be written: ${describeStop(proof, sourceMap)(place)}.`;
  return { type: 'unclosed_domain', reason: 'whole', domain: name, message, ...place };
}

/**
 * Returns the certification of a closed program. Names and lines come from its own source, even if the proof was found for
 * another source with the same graph.
 *
 * @param ofRules the statements about the rules of a policy that are proven beside the certificate
 */
export function certifiedReport(
  program: Program,
  certificate: Certificate,
  bytes: Uint8Array,
  ofRules: readonly RuleStatement[],
): Certification {
  const { core, sourceMap } = program;
  const domains: ClosureDomainReport[] = [];
  core.components.forEach((graph, i) => addVerified(domains, graph, sourceMap.components[i], certificate.components[i]));
  core.graphs.forEach((graph, i) => addVerified(domains, graph, sourceMap.graphs[i], certificate.graphs[i]));
  return {
    certified: true,
    phi_c: 1,
    assurance: certificate.assurance,
    hash: program.hash,
    tce_metrics: closedMetrics(program.structure, domains.length),
    worst_case_cost: program.cost,
    closure_domains: domains.toSorted(comparePlaces),
    errors: [],
    warnings: warningsOf(program, certificate.components, certificate.graphs, { closed: true, ofRules }),
    certificate: bytes,
  };
}

function addVerified(domains: ClosureDomainReport[], graph: Graph, map: GraphMap | undefined, proof: GraphProof | undefined): void {
  if (map === undefined || proof === undefined) throw new Error('the source map or the certificate does not belong to the core');
  closureDomains(graph).forEach((closureDomain, index) => {
    const { domain, file, line, column } = namedPlaceOf(map, closureDomain);
    const { kind } = closureDomain;
    const evidence: Evidence | undefined = proof.closure[index];
    const by = evidence === undefined ? '' : layerOf(evidence);
    const verdict = 'verified';
    domains.push(file === undefined ? { kind, domain, line, column, verdict, by } : { kind, domain, file, line, column, verdict, by });
  });
}

/** Adds a warning for each fault of the engine that a run has shown. The warning asks the reader to report it. */
export function withFaults(program: Program, faults: readonly EncoderFault[], certification: Certification): Certification {
  const warnings = faults.map(({ part, domain: closureDomain, contradicted }): Diagnostic => {
    const [graph, map] =
      'graph' in part
        ? [program.core.graphs[part.graph], program.sourceMap.graphs[part.graph]]
        : [program.core.components[part.component], program.sourceMap.components[part.component]];
    if (graph === undefined || map === undefined) throw new Error('the source map does not belong to the core');
    const place = namedPlaceOf(map, closureDomain);
    const { domain } = place;
    const message = `a run contradicts what the engine asked a solver of '${domain}', so that the answer does not count: ${contradicted}`;
    const hint = 'this is a fault of the engine, not of the source: report it with the source';
    return { severity: 'warning', code: 'engine-fault', message, ...placeOf(place), text: domain, hint };
  });
  return warnings.length === 0 ? certification : { ...certification, warnings: [...certification.warnings, ...warnings] };
}

/** Returns the warnings of the source and those of the proof. If one place has both, the source's warning stays. */
function warningsOf(
  program: Program,
  components: readonly PassProof[],
  graphs: readonly PassProof[],
  proven: { readonly closed: boolean; readonly ofRules: readonly RuleStatement[] },
): readonly Diagnostic[] {
  const { core, sourceMap, warnings } = program;
  const parts = paired(core.components, sourceMap.components, components);
  const whole = paired(core.graphs, sourceMap.graphs, graphs);
  const all = [...parts, ...whole];
  const needless = proven.closed ? needlessWarnings(all) : [];
  const shown = [...armWarnings(all), ...guardedArmWarnings(all), ...needless];
  const rules =
    program.type === 'policy' ? [...policyWarnings(program, graphs, proven.ofRules), ...textTestWarnings(program, whole, parts)] : [];
  if (shown.length === 0 && rules.length === 0) return warnings;
  const said = new Set(warnings.map(placeKey));
  const found = shown.filter((warning) => !said.has(placeKey(warning)));
  return [...warnings, ...[...found, ...rules].toSorted(comparePlaces)];
}

function paired(graphs: readonly Graph[], maps: readonly GraphMap[], passes: readonly PassProof[]): readonly ClaimedGraph[] {
  return graphs.flatMap((graph, index) => {
    const [map, pass] = [maps[index], passes[index]];
    return map === undefined || pass === undefined ? [] : [{ graph, map, pass }];
  });
}
