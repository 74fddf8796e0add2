import {
  type Certification,
  type CircuitProgram,
  certify,
  certifyWith,
  type DecodedInputs,
  decodeInputs,
  decodeValue,
  describeDomain,
  encodeDomain,
  encodeOutputs,
  entropyPlace,
  type FaultPlace,
  faultPlace,
  type Graph,
  type GraphReference,
  MONOMERS,
  nodeDomains,
  type PolicyProgram,
  type Program,
  type ProgramDomains,
  parseJson,
  type Reading,
  read,
  run,
} from '@kirchhoff/coherence';
import type { OpenedPart, ProgramView } from '@kirchhoff/pictures';
// By their paths: the package's index has the layout library, too.
import { collapsedParts } from '@kirchhoff/pictures/picture/scenes';
import { openPart } from '@kirchhoff/pictures/view/part';
import { viewAction, viewCircuit } from '@kirchhoff/pictures/view/view-circuit';
import { failuresOf, walkOf } from '../runs/walk.js';
import { decide, policyVerdict } from './policies.js';
import type { ActionRequest, Answer, DecisionAnswer, DrawnGraph, Opening, Question, RunAnswer, RunRequest, Verdict } from './protocol.js';
import { BrowserSolver, SolverOut } from './solver.js';
import { wiresOf } from './wires.js';

/** The engine in a web worker: the same code that certifies in the registry. A solver loads where the other layers leave something open. */

declare const self: DedicatedWorkerGlobalScope;

// A worker's messages have no origin, unlike a window's.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const answer = (message: Answer): void => self.postMessage(message);

const solver = new BrowserSolver();

/** The number of the last question of the kind `check`. */
let latest = 0;
/** The number of the last question that is answered with a picture. */
let lastPicture = 0;

self.addEventListener('message', ({ data }: MessageEvent<Question>): void => {
  switch (data.kind) {
    case 'check':
      latest = data.number;
      lastPicture = data.number;
      answer({ kind: 'begun', number: data.number });
      solver.interrupt();
      check(data.number, data.source).catch((error: unknown) => {
        answer({ kind: 'broken', number: data.number, reason: error instanceof Error ? error.message : String(error) });
      });
      return;
    case 'decide':
      answer({ kind: 'decision', number: data.number, answer: decision(subjectOf(data.source), data) });
      return;
    case 'open':
      lastPicture = data.number;
      open(data.number, subjectOf(data.source), data).catch((error: unknown) => {
        answer({ kind: 'broken', number: data.number, reason: error instanceof Error ? error.message : String(error) });
      });
      return;
    case 'run':
      answer({ kind: 'run', number: data.number, result: runPart(subjectOf(data.source), data) });
  }
});

answer({
  kind: 'loaded',
  number: 0,
  monomers: MONOMERS.filter(({ form }) => form === null).map(({ name, signature, description, needs }) => ({
    name,
    signature,
    description,
    needs,
  })),
});

/** A source, read once for all questions about it. */
class Subject {
  readonly reading: Reading;
  #certification: Certification | undefined;
  #view: ProgramView | undefined;
  #domains: ProgramDomains | undefined;
  #action: { readonly index: number; readonly view: ProgramView } | undefined;

  constructor(readonly source: string) {
    this.reading = read(source);
  }

  get certification(): Certification {
    if (!this.reading.ok) throw new Error('a source with errors is not certified');
    this.#certification ??= certify(this.reading.program);
    return this.#certification;
  }

  /** The result with a solver takes the place of the one without. */
  settle(certification: Certification): void {
    this.#certification = certification;
    this.#view = undefined;
    this.#domains = undefined;
    this.#action = undefined;
  }

  viewOf(program: CircuitProgram): ProgramView {
    this.#view ??= viewCircuit(program, this.certification);
    return this.#view;
  }

  /** The domains of all actions of a policy. */
  domainsOf(program: PolicyProgram): ProgramDomains {
    this.#domains ??= nodeDomains(program, this.certification.certificate ?? undefined);
    return this.#domains;
  }

  actionViewOf(program: PolicyProgram, index: number): ProgramView {
    if (this.#action?.index !== index) {
      this.#action = { index, view: viewAction(program, index, this.certification, this.domainsOf(program)) };
    }
    return this.#action.view;
  }
}

let subject: Subject | undefined;

function subjectOf(source: string): Subject {
  if (subject?.source !== source) subject = new Subject(source);
  return subject;
}

/** Lets questions in that came in the meantime. */
async function pause(milliseconds = 0): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

async function check(number: number, source: string): Promise<void> {
  const asked = subjectOf(source);
  const { reading } = asked;
  if (!reading.ok) return answer({ kind: 'diagnostics', number, diagnostics: reading.diagnostics });
  const { program } = reading;
  await tell(number, asked, program);
  if (number !== latest || !mayHelp(asked.certification)) return;
  answer({ kind: 'solving', number });
  try {
    asked.settle(await certifyWith(program, solver));
  } catch (error) {
    if (!(error instanceof SolverOut)) throw error;
    if (number === latest) answer({ kind: 'unsolved', number, reason: error.message });
    return;
  }
  if (number === latest) await tell(number, asked, program);
}

/** A solver cannot close what fails for some input, and its 8 MB would load for nothing. */
function mayHelp({ closure_domains }: Certification): boolean {
  const verdicts = new Set(closure_domains.map(({ verdict }) => verdict));
  return verdicts.has('undecided') && !verdicts.has('refuted');
}

/** Answers with the verdict, the domains and the picture, as far as no later question has come. */
async function tell(number: number, asked: Subject, program: Program): Promise<void> {
  const { certification } = asked;
  if (program.type === 'policy')
    return answer({ kind: 'policy', number, policy: policyVerdict(program, certification, asked.domainsOf(program)) });
  answer({ kind: 'verdict', number, verdict: verdictOf(program, certification) });
  await pause();
  if (number !== latest) return;
  const view = asked.viewOf(program);
  answer({ kind: 'wires', number, wires: wiresOf(view) });
  await pause();
  const graph = await drawn(view, null, null);
  if (number !== latest) return;
  answer({ kind: 'picture', number, graph });
  void drawAhead(view, null, graph.parts[0]?.address ?? null);
}

/** Draws a picture. A source that has become another one has no answer: its own picture follows. */
async function open(number: number, asked: Subject, { action, part }: Opening): Promise<void> {
  const view = viewedBy(asked, action);
  if (view === null) return;
  const opened = part === null ? null : openPart(view, part);
  if (opened === undefined) return;
  const known = ahead?.view === view && ahead.part === part ? ahead : null;
  const graph = await (known?.graph ?? drawn(view, action, opened));
  answer({ kind: 'opened', number, graph });
  void drawAhead(view, action, (opened === null ? graph.parts[0]?.address : opened.after) ?? null);
}

/** A part of the picture that was drawn before a person asked for it. */
let ahead: { readonly view: ProgramView; readonly part: string; readonly graph: Promise<DrawnGraph> } | undefined;

/** A picture that is looked at for this time is followed by one that is drawn ahead. */
const REST_MILLISECONDS = 500;

/** Draws the part that is likely to be opened next, unless another picture is asked for first. A worker's first layout is the slowest. */
async function drawAhead(view: ProgramView, action: string | null, part: string | null): Promise<void> {
  if (part === null) return;
  const shown = lastPicture;
  await pause(REST_MILLISECONDS);
  const opened = shown === lastPicture ? openPart(view, part) : undefined;
  if (opened !== undefined) ahead = { view, part, graph: drawn(view, action, opened) };
}

/** Returns the graph of a circuit, or of an action of a policy; `null` if the source has none. */
function viewedBy(asked: Subject, action: string | null): ProgramView | null {
  const { reading } = asked;
  if (!reading.ok) return null;
  const { program } = reading;
  if (program.type === 'circuit') return action === null ? asked.viewOf(program) : null;
  const index = action === null ? -1 : program.policy.categories.indexOf(action);
  return index === -1 ? null : asked.actionViewOf(program, index);
}

async function drawn(view: ProgramView, action: string | null, opened: OpenedPart | null): Promise<DrawnGraph> {
  // The layout library is larger than the engine: it loads with the first picture.
  const { drawPicture } = await import('@kirchhoff/pictures/picture/draw-program');
  const shown = opened?.view ?? view;
  return {
    action,
    picture: await drawPicture(shown, opened?.title),
    opened: opened === null ? null : { title: opened.title, before: opened.before, after: opened.after },
    parts: collapsedParts(shown),
  };
}

function verdictOf(program: CircuitProgram, certification: Certification): Verdict {
  const { certified, phi_c, assurance, hash, worst_case_cost, closure_domains, errors, warnings } = certification;
  const [graph] = program.core.graphs;
  const inputs = (graph?.parameters ?? []).map(({ name, domain }, index) => ({
    name,
    domain: encodeDomain(domain, program.sourceMap.graphs[0]?.parameters[index]?.order),
    text: describeDomain(domain),
  }));
  const promises = (program.sourceMap.graphs[0]?.ensures ?? []).map(({ domain }) => domain);
  return { name: program.name, certified, phi_c, assurance, hash, worst_case_cost, closure_domains, errors, warnings, inputs, promises };
}

/** Limit for the steps of a run in the browser: about a second. */
const RUN_STEPS = 20_000_000;

const NO_STEPS = { steps: [], omitted: 0, resumes: 0 };

function runPart(asked: Subject, { inputs: text, component, finding }: RunRequest): RunAnswer {
  const { reading } = asked;
  if (!reading.ok || reading.program.type !== 'circuit') {
    return { type: 'failed', line: 0, message: 'The source is no circuit.', walk: NO_STEPS };
  }
  const { program } = reading;
  const index = component === null ? 0 : program.sourceMap.components.findIndex(({ name }) => name === component);
  const part: GraphReference = component === null ? { graph: 0 } : { component: index };
  const graph = 'component' in part ? program.core.components[index] : program.core.graphs[0];
  const parsed = parseJson(text);
  if (graph === undefined || !parsed.ok) return { type: 'refused', port: null, path: '', message: 'The inputs are no JSON object.' };
  const decoded = component === null ? decodeInputs(graph, parsed.json) : decodeArguments(program, index, graph, parsed.json);
  if (!decoded.ok) return { type: 'refused', ...decoded.error };
  const result = run(program.core, part, decoded.inputs, { budget: RUN_STEPS });
  const { faults, fault } = failuresOf(program, result, finding);
  const budget = RUN_STEPS;
  const walk = walkOf({ program, part, inputs: decoded.inputs, budget, faults, fault }, asked.viewOf(program));
  const map = component === null ? program.sourceMap.graphs[0] : program.sourceMap.components[index];
  switch (result.type) {
    case 'outputs':
      return { type: 'outputs', outputs: encodeOutputs(graph, result.outputs, map?.outputs), walk };
    case 'refused':
      return {
        type: 'refused',
        port: null,
        path: '',
        message: `the inputs do not satisfy '${map?.requires[result.require]?.domain ?? `require ${result.require + 1}`}'`,
      };
    case 'fault':
      return failed(faultPlace(program, fault ?? result.fault), walk);
    case 'entropy':
      return failed(entropyPlace(program, result.graph, result.node), walk);
    case 'exhausted':
      return { type: 'failed', line: 0, message: `The run takes more than ${RUN_STEPS.toLocaleString('en')} steps.`, walk };
  }
}

function decision(asked: Subject, action: ActionRequest): DecisionAnswer {
  const { reading } = asked;
  if (!reading.ok || reading.program.type !== 'policy') return { type: 'undecided', message: 'The source is no policy.' };
  const { program } = reading;
  return decide(program, action, RUN_STEPS, (index) => asked.actionViewOf(program, index));
}

/** Decodes the arguments of a component, whose parameters have names only in the source. */
function decodeArguments(program: CircuitProgram, component: number, graph: Graph, json: unknown): DecodedInputs {
  const map = program.sourceMap.components[component];
  const members = new Map(typeof json === 'object' && json !== null ? Object.entries(json) : []);
  const inputs = [];
  for (const [index, { domain }] of graph.parameters.entries()) {
    const port = map?.parameters[index]?.domain ?? '';
    const decoded = decodeValue(domain, members.get(port));
    if (!decoded.ok) return { ok: false, error: { port, path: decoded.path, message: decoded.message } };
    inputs.push(decoded.value);
  }
  return { ok: true, inputs };
}

function failed({ line, domain, message }: FaultPlace, walk: Extract<RunAnswer, { type: 'failed' }>['walk']): RunAnswer {
  return { type: 'failed', line, message: `${domain}: ${message}`, walk };
}
