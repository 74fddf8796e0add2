import type { CorePolicy } from '@kirchhoff/kernel/graph/graph';
import { combineHashes, graphHash } from '../canonical/canonical.js';
import { canonicalGraph } from '../canonical/canonical-order.js';
import { callOrder } from '../canonical/component-order.js';
import type { Callees } from '../canonical/rank.js';
import { admitCost } from '../cost/cost.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { elaborateCircuit } from '../elaborate/circuit.js';
import { componentSignatures, elaborateComponent } from '../elaborate/component.js';
import { Constants } from '../elaborate/constants.js';
import { DomainTable } from '../elaborate/domains.js';
import type { SettledDraft } from '../elaborate/draft.js';
import type { ElaborationContext } from '../elaborate/item.js';
import { calleesByName, sortItems } from '../elaborate/items.js';
import { type HashedComponent, type Linked, link } from '../elaborate/link.js';
import { type ElaboratedGraph, elaboratePolicy } from '../elaborate/policy.js';
import { Reports } from '../elaborate/report.js';
import type { CircuitItem, PolicyItem, SourceFile } from '../syntax/ast.js';
import type { JoinedSource } from '../syntax/joined-source.js';
import { type Files, joinFiles, NO_FILES } from './join-files.js';
import { structureMetrics } from './metrics.js';
import { type PinResolution, type ProgramsByPin, type RefusedPins, readPins } from './pins.js';
import type { PolicyShape, Program, Reading } from './program.js';

export interface ReadOptions {
  /** The circuits for the pins of the source; a pin without a circuit is an error. */
  readonly pins?: ProgramsByPin;
  /** Reasons why pins have no circuit, if their resolver knows more than that they do not exist. */
  readonly refused?: RefusedPins;
  /** The files beside the source, any of which it may use. Default: no files. */
  readonly files?: Files;
}

/**
 * Reads a source: text to program. Returns the program with its warnings, or at most 100 diagnostics on the errors of the source.
 * Never throws, for any source.
 */
export function read(source: string, options: ReadOptions = {}): Reading {
  const linked = linkSource(source, options);
  if (!linked.ok) return linked;
  const { name, policy, reports } = linked;
  const base = finish(name, linked.linked, reports);
  if (base === null) return refusal(reports);
  const warnings = [...linked.warnings, ...reports.diagnostics()];
  const program = { ...base, warnings };
  const { text, parts } = linked.source;
  return {
    ok: true,
    program: policy === null ? { ...program, type: 'circuit' } : { ...program, type: 'policy', policy: policy.shape },
    source: text,
    parts,
  };
}

type Refusal = Extract<Reading, { ok: false }>;

function refusal(reports: Reports): Refusal {
  return { ok: false, diagnostics: reports.diagnostics().filter(isError) };
}

function isError(diagnostic: Diagnostic): boolean {
  return diagnostic.severity === 'error';
}

/** The declarations of a source, elaborated as far as the program needs them. */
export interface OpenedFile {
  readonly main: CircuitItem | PolicyItem | undefined;
  readonly surroundings: ElaborationContext;
  /** Hashes the components; `null` if one calls itself or has an error, which has been reported. */
  readonly components: () => HashedComponents | null;
}

/** Elaborates constants, domains and components of a source. */
export function openFile(file: SourceFile, pins: PinResolution, reports: Reports): OpenedFile {
  const items = sortItems(file.items, reports);
  const constants = new Constants(items.constants, reports);
  const domains = new DomainTable(items.domains, constants, reports);
  const signatures = componentSignatures(items.components, domains, reports);
  const pinned = readPins(items.uses, pins, signatures.size, reports);
  const surroundings: ElaborationContext = { reports, constants, domains, components: calleesByName(signatures, pinned.callees, reports) };
  const listed = [...signatures.values()];
  const components = listed.map((signature) => elaborateComponent(signature, surroundings));
  const [main] = items.programs;
  return {
    main,
    surroundings,
    components: () => {
      const order = callOrder(
        listed,
        components.map((each) => each.builder),
        reports,
      );
      return reports.failed ? null : hashComponents(components, order, pinned.components);
    },
  };
}

/** A source that has been read in part. */
interface PartlyRead {
  readonly ok: true;
  readonly source: JoinedSource;
  /** Those of the parser. */
  readonly warnings: readonly Diagnostic[];
  readonly reports: Reports;
  readonly name: string;
  /** `null` for a circuit. */
  readonly policy: { readonly shape: PolicyShape; readonly core: CorePolicy } | null;
}

interface LinkedSource extends PartlyRead {
  readonly linked: Linked;
}

/** The drafts of a source are garbage when its graphs are linked, and so are taken by the next collection. */
function linkSource(source: string, options: ReadOptions): LinkedSource | Refusal {
  const elaborated = elaborateSource(source, options);
  if (!elaborated.ok) return elaborated;
  const { drafts, components, ...rest } = elaborated;
  const graphs = drafts.map((draft) => canonicalGraph(draft, components.callees));
  return { ...rest, linked: link(graphs, components.hashed, rest.policy?.core) };
}

interface ElaboratedSource extends PartlyRead {
  /** The graph of the circuit, or those of the policy's actions. */
  readonly drafts: readonly SettledDraft[];
  readonly components: HashedComponents;
}

/** The tree of a source is garbage when its graphs are elaborated. */
function elaborateSource(source: string, options: ReadOptions): ElaboratedSource | Refusal {
  const joined = joinFiles(source, options.files ?? NO_FILES);
  if (!joined.ok) return joined;
  const reports = new Reports(joined.source);
  const pins = { pins: options.pins ?? new Map(), refused: options.refused ?? new Map() };
  const { main, surroundings, components } = openFile(joined.file, pins, reports);
  if (main === undefined) return refusal(reports);
  const elaborated = main.item === 'circuit' ? elaboratedCircuit(main, surroundings) : elaboratedPolicy(main, surroundings);
  const hashed = components();
  if (hashed === null) return refusal(reports);
  return { ok: true, source: joined.source, warnings: joined.warnings, reports, name: main.name.text, components: hashed, ...elaborated };
}

type ElaboratedMain = Pick<ElaboratedSource, 'policy' | 'drafts'>;

function elaboratedCircuit(item: CircuitItem, surroundings: ElaborationContext): ElaboratedMain {
  return { policy: null, drafts: [elaborateCircuit(item, surroundings).draft] };
}

function elaboratedPolicy(item: PolicyItem, surroundings: ElaborationContext): ElaboratedMain {
  const { shape, actions, rules } = elaboratePolicy(item, surroundings);
  const core = { categories: shape.categories, rules, default: shape.default };
  return { policy: { shape, core }, drafts: actions.map(({ draft }) => draft) };
}

/** Completes a program; `null` if it is too costly, which has been reported. */
export function finish(name: string, linked: Linked, reports: Reports): Omit<Program, 'type' | 'policy'> | null {
  const { core, sourceMap, componentHashes } = linked;
  const cost = admitCost(core, sourceMap, reports);
  if (cost === null) return null;
  return { name, core, sourceMap, ...combineHashes(core, componentHashes), cost, structure: structureMetrics(core), warnings: [] };
}

/** The components of a source with their hashes. */
export interface HashedComponents {
  /** In the order of the source: `call.component` of a draft is an index into them. */
  readonly hashed: readonly HashedComponent[];
  readonly callees: Callees;
}

/** `order` has each component after its callees; those of pinned circuits have their hashes already. */
function hashComponents(
  components: readonly ElaboratedGraph[],
  order: readonly number[],
  pinned: readonly HashedComponent[],
): HashedComponents {
  const hashed: HashedComponent[] = [];
  for (const [i, component] of pinned.entries()) hashed[components.length + i] = component;
  const callees: Callees = {
    hash: (component) => hashed[component]?.hash ?? '',
    hasSource: (component) => hashed[component]?.canonical.hasSource ?? false,
  };
  for (const position of order) {
    const component = components[position];
    if (component === undefined) continue;
    const canonical = canonicalGraph(component.draft, callees);
    hashed[position] = { canonical, hash: graphHash(canonical.graph, callees.hash) };
  }
  return { hashed, callees };
}
