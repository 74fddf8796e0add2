import type { DomainJson } from '@kirchhoff/coherence';
import { circuitPage, domainText, type ShownCircuit, type ShownPort, type ShownVersion } from '@kirchhoff/explorer';
import { PART_PATTERN } from '@kirchhoff/pictures';
import { documentResponse, invalidRequest, type Problem, problem, type RateLimit, type Route, route } from '@kirchhoff/platform';
import { TARGETS } from '@kirchhoff/targets';
import { jsonOf, type PageContext, viewerOf } from './asking.js';
import { cardPicture } from './card/route.js';
import { type ExplanationDeps, explanationOf } from './explanations.js';
import { graphPicture } from './graph-picture.js';
import { mirrored } from './mirrored.js';
import { PAGE, page } from './page.js';
import type { PinnedBy } from './pinned-by.js';

/** The routes of the API that the pages of a circuit ask. */
export interface CircuitApi {
  readonly one: Route;
  readonly version: Route;
  readonly certificate: Route;
  readonly graph: Route;
  readonly artifact: Route;
}

export interface CircuitPagesDeps extends ExplanationDeps {
  readonly api: CircuitApi;
  /** Returns the circuits that use a circuit, as far as the account may see them. */
  readonly pinnedBy: (pid: string, accountId: string | undefined) => Promise<PinnedBy>;
  readonly requests: RateLimit;
  /** Counts the pages that are rendered. */
  readonly pageViews: RateLimit;
  /** Returns the address of this service as the reader knows it; '' if it is not known. */
  readonly hereOf: (host: string | undefined) => string;
}

interface Signature {
  readonly inputs: readonly { readonly name: string; readonly domain: DomainJson }[];
  readonly outputs: readonly { readonly name: string; readonly domain: DomainJson }[];
}

export type CircuitDetail = ShownCircuit & { readonly signature: Signature };
type VersionDetail = ShownVersion & { readonly source: string; readonly signature: Signature };

const PART = { type: 'string', maxLength: 40, pattern: PART_PATTERN } as const;

const VERSION = { type: 'string', pattern: '^([1-9][0-9]{0,9}|[0-9a-f]{64})?$' } as const;

/** GET /circuits/:pid, with the addresses that its page asks. */
export function circuitPages(deps: CircuitPagesDeps): readonly Route[] {
  const { api, pageViews } = deps;
  return [
    route({
      ...PAGE,
      path: '/circuits/:pid',
      summary: 'The page of a circuit',
      auth: 'optional',
      rate: pageViews,
      query: {
        type: 'object',
        additionalProperties: false,
        properties: {
          version: { ...VERSION, description: 'The version to show, by its number or its hash. Default: the current one.' },
          compare: { ...VERSION, description: 'The version that it is compared with. Default: none.' },
          part: { ...PART, description: 'The part of the graph that is open. Default: the whole graph, with its largest parts collapsed.' },
        },
      },
      responses: { 200: documentResponse('The page.', 'text/html') },
      problems: ['not-found', 'withdrawn', 'invalid-request'],
      handler: async (context) => {
        const { params, query, header } = context;
        const viewer = viewerOf(context);
        const html = await render(deps, viewer, { pid: params.pid, ...query, host: header('host') });
        return typeof html === 'string' ? page(html) : html;
      },
    }),
    cardPicture(deps),
    graphPicture(deps),
    mirrored(api.artifact, '/circuits/:pid/artifacts/:target'),
    mirrored(api.version, '/circuits/:pid/versions/:version'),
    mirrored(api.certificate, '/circuits/:pid/versions/:version/certificate'),
  ];
}

interface Asked {
  readonly pid: string;
  readonly version?: string | undefined;
  readonly compare?: string | undefined;
  readonly part?: string | undefined;
  readonly host: string | undefined;
}

async function render(
  deps: CircuitPagesDeps,
  viewer: PageContext,
  { pid, version, compare, part, host }: Asked,
): Promise<string | Problem> {
  const { api, hereOf } = deps;
  const told = await jsonOf<CircuitDetail>(api.one, viewer, { params: { pid } });
  if (told.kind === 'problem') return told;
  const circuit = told.value;
  const shown = await versionOf(deps, viewer, circuit, version);
  if (shown.kind === 'problem') return shown;
  const old = compare === undefined || compare === '' ? undefined : await versionOf(deps, viewer, circuit, compare);
  if (old?.kind === 'problem') return old;
  if (old !== undefined && old.value.version === shown.value.version)
    return invalidRequest([{ pointer: 'query/compare', message: 'must name another version than the one that is shown' }]);
  const { signature, source } = shown.value;
  const explanation = await explanationOf(deps, viewer, { pid, version: shown.value.version, part });
  if (part !== undefined && explanation !== undefined && explanation.graph === undefined)
    return problem('not-found', 'The graph of this version has no such part.');
  return circuitPage({
    here: hereOf(host),
    circuit,
    shown: shown.value,
    inputs: signature.inputs.map(portOf),
    outputs: signature.outputs.map(portOf),
    explanation,
    difference:
      old === undefined ? undefined : { old: old.value.version, new: shown.value.version, oldSource: old.value.source, newSource: source },
    targets: TARGETS.map(({ id, language, media_type: mediaType }) => ({ id, language, isText: mediaType.startsWith('text/') })),
    pinnedBy: await deps.pinnedBy(pid, viewer.caller?.accountId),
    session: viewer.session,
    isOwn: viewer.session !== undefined && viewer.caller?.accountId === circuit.owner,
  });
}

async function versionOf({ api }: CircuitPagesDeps, viewer: PageContext, circuit: CircuitDetail, version: string | undefined) {
  if (version === undefined || version === '' || version === String(circuit.version)) return { kind: 'value', value: circuit } as const;
  return jsonOf<VersionDetail>(api.version, viewer, { params: { pid: circuit.pid, version } });
}

function portOf({ name, domain }: Signature['inputs'][number]): ShownPort {
  return { name, domain: domainText(domain) };
}
