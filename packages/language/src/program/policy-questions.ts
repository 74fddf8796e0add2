import { canonicalGraph } from '../canonical/canonical-order.js';
import type { Callee } from '../elaborate/component-signature.js';
import type { ElaborationContext } from '../elaborate/item.js';
import { type HashedComponent, link } from '../elaborate/link.js';
import { PolicyPair, type PolicyRegion, type RegionQuestion, type RegionState } from '../elaborate/policy-pair.js';
import { Reports } from '../elaborate/report.js';
import type { PolicyItem } from '../syntax/ast.js';
import { joinFiles, NO_FILES } from './join-files.js';
import type { ProgramsByPin } from './pins.js';
import type { PolicyProgram } from './program.js';
import { finish, type HashedComponents, openFile } from './read.js';

export type { PolicyRegion, RegionQuestion, RegionState } from '../elaborate/policy-pair.js';

/** A policy that `read` accepts, with its files inlined. */
export interface PolicySource {
  readonly source: string;
  readonly pins: ProgramsByPin;
}

/** Questions about two policies, as programs. */
export interface PolicyQuestions {
  /** The categories of both, those of the old policy first. */
  readonly categories: readonly string[];
  state(category: string, region: PolicyRegion): RegionState;
  /**
   * Returns a program that closes if and only if no question has an action. It has a graph for each region of a category, and in
   * the graph an ensure for each question, named by the question's key. Questions with the same meaning are one ensure, under one
   * of their names.
   *
   * @returns null if the program is too costly
   */
  program(questions: ReadonlyMap<string, RegionQuestion>): PolicyProgram | null;
}

/** @throws if one of the sources is no policy */
export function policyQuestions(old: PolicySource, young: PolicySource): PolicyQuestions {
  const [before, after] = [openSource(old), openSource(young)];
  const { reports } = before;
  const offset = before.components.hashed.length;
  const pair = new PolicyPair(before, { item: after.item, surroundings: shifted(after.surroundings, offset) });
  const hashed = [...before.components.hashed, ...after.components.hashed.map((component) => shiftedComponent(component, offset))];
  const callees = {
    hash: (component: number) => hashed[component]?.hash ?? '',
    hasSource: (component: number) => hashed[component]?.canonical.hasSource ?? false,
  };
  return {
    categories: pair.categories,
    state: (category, region) => pair.state(category, region),
    program: (questions) => {
      const groups = new Map<string, Map<string, RegionQuestion>>();
      for (const [name, question] of questions) {
        const key = JSON.stringify([question.category, question.region]);
        const group = groups.get(key) ?? new Map<string, RegionQuestion>();
        groups.set(key, group.set(name, question));
      }
      const graphs = [...groups.values()].flatMap((group) => {
        const [first] = group.values();
        if (first === undefined) return [];
        return [canonicalGraph(pair.elaborate(first.category, first.region, group).draft, callees)];
      });
      if (reports.failed || after.reports.failed) return null;
      const linked = link(graphs, hashed, { categories: [...groups.keys()], rules: [], default: 'deny' });
      const base = finish('questions', linked, reports);
      return base === null ? null : { ...base, type: 'policy', policy: { categories: [...groups.keys()], rules: [], default: 'deny' } };
    },
  };
}

interface Opened {
  readonly item: PolicyItem;
  readonly surroundings: ElaborationContext;
  readonly components: HashedComponents;
  readonly reports: Reports;
}

function openSource({ source, pins }: PolicySource): Opened {
  const joined = joinFiles(source, NO_FILES);
  if (!joined.ok) throw new TypeError('a policy that was read before does not parse');
  const reports = new Reports(joined.source);
  const { main, surroundings, components } = openFile(joined.file, { pins, refused: new Map() }, reports);
  const hashed = components();
  if (main?.item !== 'policy' || hashed === null) throw new TypeError('a source that was read before is no policy');
  return { item: main, surroundings, components: hashed, reports };
}

/** The same context, with the components after those of another source. */
function shifted(surroundings: ElaborationContext, offset: number): ElaborationContext {
  const components = new Map<string, Callee>();
  for (const [name, callee] of surroundings.components) components.set(name, { ...callee, index: callee.index + offset });
  return { ...surroundings, components };
}

function shiftedComponent(component: HashedComponent, offset: number): HashedComponent {
  const { canonical } = component;
  const nodes = canonical.graph.nodes.map((node) => (node.op === 'call' ? { ...node, component: node.component + offset } : node));
  return { ...component, canonical: { ...canonical, graph: { ...canonical.graph, nodes } } };
}
