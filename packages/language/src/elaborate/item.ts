import type { NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { BOOLEAN, type Domain, typeOf } from '@kirchhoff/kernel/types/domain';
import type { Span } from '../diagnostics/diagnostic.js';
import { showUnseen } from '../diagnostics/unseen.js';
import type { EnsureStatement, Name, RequireStatement, WireStatement } from '../syntax/ast.js';
import { namesOf } from '../syntax/binders.js';
import { formatExpression } from '../syntax/format.js';
import { topWire } from './branches.js';
import { expectType, type GraphBuilder, type NameRules } from './builder.js';
import type { Callee } from './component-signature.js';
import type { Constants } from './constants.js';
import type { DomainTable } from './domains.js';
import { Draft, type DraftContract, type DraftPort } from './draft.js';
import { atOnce, elaborate, part } from './expressions.js';
import type { Reports } from './report.js';
import { type BindingRole, type ReservedNames, Scope } from './scope.js';
import { Variable } from './type-term.js';

/** The shared context for the elaboration of all items of a source. */
export interface ElaborationContext {
  readonly reports: Reports;
  readonly constants: Constants;
  readonly domains: DomainTable;
  readonly components: ReadonlyMap<string, Callee>;
}

export interface ItemShape {
  readonly role: Draft['role'];
  readonly prefix: string;
  readonly wires: readonly WireStatement[];
  /** The taken names besides those of components. */
  readonly taken: ReservedNames;
  readonly names?: NameRules;
}

export function beginGraph(surroundings: ElaborationContext, shape: ItemShape): GraphBuilder {
  const { reports, constants, domains, components } = surroundings;
  const { names } = shape;
  return {
    draft: new Draft(shape.role),
    scope: new Scope(new TakenNames(components, constants, shape.taken), reports),
    reports,
    constants,
    domains,
    components,
    elaborate,
    atOnce,
    part,
    prefix: shape.prefix,
    later: new WirePlaces(shape.wires),
    openApplications: [],
    matches: [],
    calls: [],
    ...(names === undefined ? {} : { names }),
  };
}

/** The names of components, pinned circuits and constants, together with those of one item. The former are not copied for each item. */
class TakenNames implements ReservedNames {
  constructor(
    private readonly components: ReadonlyMap<string, Callee>,
    private readonly constants: Constants,
    private readonly own: ReservedNames,
  ) {}

  get(name: string): { readonly what: string; readonly at: Span } | undefined {
    const component = this.components.get(name);
    return component === undefined ? (this.constants.get(name) ?? this.own.get(name)) : { what: component.what, at: component.name.span };
  }
}

/** The places of wires by name, collected at the first use: only a faulty source needs them. */
class WirePlaces {
  private places: ReadonlyMap<string, Span> | null = null;

  constructor(private readonly wires: readonly WireStatement[]) {}

  get(name: string): Span | undefined {
    this.places ??= new Map(this.wires.flatMap(({ binder }) => namesOf(binder).map(({ text, span }) => [text, span] as const)));
    return this.places.get(name);
  }
}

/** Adds the next parameter and binds its name; `null` if its domain is wrong, which has been reported. */
export function addParameter(builder: GraphBuilder, role: BindingRole, name: Name, domain: Domain | null, index: number): DraftPort | null {
  builder.draft.domain = builder.prefix + name.text;
  const term = domain === null ? new Variable(true) : typeOf(domain);
  const node = builder.draft.add({ op: 'parameter', index }, term, name.span);
  builder.scope.bind(role, name, node);
  if (domain === null) return null;
  return { name: name.text, domain, order: builder.domains.orderOf(domain), shown: builder.prefix + name.text, span: name.span };
}

export function addWires(builder: GraphBuilder, wires: readonly WireStatement[], producing: boolean): void {
  for (const statement of wires) topWire(statement, builder, producing);
}

export function addRequires(builder: GraphBuilder, requires: readonly RequireStatement[]): readonly DraftContract[] {
  return requires.map((statement) => {
    const shown = `require ${formatExpression(statement.condition)}`;
    return addContract(builder, statement, { shown, role: "the condition of 'require'" });
  });
}

export function addEnsures(builder: GraphBuilder, ensures: readonly EnsureStatement[]): readonly DraftContract[] {
  return ensures.map((statement) => {
    const shown = statement.why === null ? `ensure ${formatExpression(statement.condition)}` : showUnseen(statement.why);
    return addContract(builder, statement, { shown, role: "the condition of 'ensure'" });
  });
}

/** @param words the text of the contract for people, and the name of its condition in an error */
function addContract(
  builder: GraphBuilder,
  { condition, span }: RequireStatement | EnsureStatement,
  { shown, role }: { readonly shown: string; readonly role: string },
): DraftContract {
  const { draft } = builder;
  const region = draft.open();
  draft.domain = shown;
  const node = elaborate(builder, condition);
  expectType(builder, { node, span: condition.span }, BOOLEAN, role);
  draft.close(node);
  return { region, shown, span };
}

/** Opens the body, runs `within` in it and closes it. Ensures are elaborated in the body too, since they may name its wires. */
export function inBody<T>(builder: GraphBuilder, within: () => T): { readonly body: RegionId; readonly value: T } {
  const body = builder.draft.open();
  const value = within();
  builder.draft.close(null);
  return { body, value };
}

/** Makes a value an output; its type has to be that of the port. */
export function expectOutput(builder: GraphBuilder, node: NodeId, span: Span, domain: Domain | null, shown: string): void {
  if (domain !== null) expectType(builder, { node, span }, typeOf(domain), `the value of ${shown}`);
}
