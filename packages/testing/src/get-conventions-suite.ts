import { type Call, type CallAnswer, callables, send } from './descriptions/call.js';
import type { OpenApiDocument } from './descriptions/document.js';

/** A service whose every GET is asked for what all of them do. */
export interface ReadableService {
  /** The base URL of the service. */
  readonly base: string;
  readonly description: OpenApiDocument;
  /** A key that opens everything. */
  readonly key: string;
  /** By path template, where something is: for the paths whose parameters name what has been made. */
  readonly paths: Readonly<Record<string, string>>;
  /** The path templates that must support If-None-Match. */
  readonly tagged: readonly string[];
  /** The path templates whose answer has the form that `Accept` asks for. */
  readonly forms: readonly string[];
}

/** A GET, and what its description says of it. */
interface Read {
  readonly template: string;
  readonly path: string;
  /** True if it answers without a key. */
  readonly isOpen: boolean;
  /** True if a key changes the answer. */
  readonly takesKey: boolean;
  readonly isTagged: boolean;
  readonly isMetered: boolean;
  readonly hasForms: boolean;
}

/** Header fields that differ between equal answers (links contain the time). */
const OF_THE_ANSWER: ReadonlySet<string> = new Set([
  'date',
  'x-request-id',
  'traceparent',
  'ratelimit',
  'link',
  'connection',
  'content-length',
]);

/** Sends the read; with the key if it is required or requested. */
type Ask = (read: Read, more?: Partial<Call> & { readonly withKey?: boolean }) => Promise<CallAnswer>;
/** Returns the faults of the answers; false stands for no fault. */
type Look = (read: Read, ask: Ask) => Promise<readonly (string | false)[]>;

interface Convention {
  /** The name of its test. */
  readonly name: string;
  /** Selects the reads to which it applies. */
  readonly of: (read: Read) => boolean;
  readonly look: Look;
}

const CONVENTIONS: readonly Convention[] = [
  { name: '200: every one of them, with its id and its place in a trace', of: () => true, look: answers },
  { name: '200: HEAD has the header fields of GET and no body', of: ({ isTagged }) => isTagged, look: answersHead },
  { name: '304: with what a cache needs to go on with what it has', of: ({ isTagged }) => isTagged, look: answersUnchanged },
  { name: '200: what a key has opened is kept by nobody, all else is asked about each time', of: () => true, look: saysWhatMayBeKept },
  { name: '200: pages of other origins may read what needs no key, and nothing else', of: () => true, look: isOpenToPages },
  { name: '204: OPTIONS says what the address takes', of: () => true, look: saysWhatItTakes },
  {
    name: '200: with a key each says how much may still be asked',
    of: ({ isMetered, takesKey }) => isMetered && takesKey,
    look: saysHowMuchIsLeft,
  },
];

/**
 * Holds every GET of a service to the conventions: tags and 304, what may be kept, what it varies with, HEAD, pages of
 * other origins, limits.
 * @param start starts the service; it is ended by whoever started it
 */
export function itReadsByConvention(start: () => Promise<ReadableService>): void {
  let service: ReadableService;
  let reads: readonly Read[];
  beforeAll(async () => {
    service = await start();
    reads = readsOf(service);
  });

  const ask: Ask = async ({ path, isOpen }, { withKey = false, ...more } = {}) =>
    send(service.base, { method: 'GET', path, key: isOpen && !withKey ? undefined : service.key, ...more });

  it.each(CONVENTIONS)('$name', async ({ of, look }) => {
    const wrong: string[] = [];
    const chosen = reads.filter(of);
    expect(chosen.length).toBeGreaterThan(0);
    for (const read of chosen) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other: what is read must not depend on load
      for (const fault of await look(read, ask)) if (fault !== false) wrong.push(`GET ${read.template}: ${fault}`);
    }
    expect(wrong).toEqual([]);
  });

  it('304: is what each can be that has to', () => {
    const tagged = new Set(reads.filter(({ isTagged }) => isTagged).map(({ template }) => template));
    expect(service.tagged.filter((template) => !tagged.has(template))).toEqual([]);
  });
}

async function answers(read: Read, ask: Ask) {
  const { status, headers } = await ask(read, { headers: { 'X-Request-Id': 'mine' } });
  return [status !== 200 && `${status}`, headers['x-request-id'] !== 'mine' && 'no id', !('traceparent' in headers) && 'no trace'];
}

async function answersHead(read: Read, ask: Ask) {
  const [whole, head] = [await ask(read), await ask(read, { method: 'HEAD' })];
  const names = Object.keys(whole.headers).filter((name) => !OF_THE_ANSWER.has(name));
  const other = names.filter((name) => String(head.headers[name]) !== String(whole.headers[name]));
  return [head.status !== 200 && `${head.status}`, head.body !== '' && 'a body', other.length > 0 && `other ${other.join(', ')}`];
}

async function answersUnchanged(read: Read, ask: Ask) {
  const whole = await ask(read);
  const tag = whole.headers.etag ?? '';
  const again = await ask(read, { headers: { 'If-None-Match': `"other", ${tag}` } });
  const kept = ['etag', 'vary', 'cache-control', 'access-control-allow-origin'];
  return [
    !/^"[^"]+"$/.test(tag) && `the tag ${tag}`,
    again.status !== 304 && `${again.status}`,
    again.body !== '' && 'a body',
    'content-type' in again.headers && 'a media type',
    ...kept.map((name) => again.headers[name] !== whole.headers[name] && `another ${name}`),
    (await ask(read, { headers: { 'If-None-Match': '"other"' } })).status !== 200 && '304 for another tag',
  ];
}

async function saysWhatMayBeKept(read: Read, ask: Ask) {
  const withKey = (await ask(read, { withKey: true })).headers;
  const without = (await ask(read)).headers;
  return [
    read.takesKey !== hasEntry(without.vary, 'Authorization') && `Vary: ${without.vary}`,
    read.takesKey !== (withKey['cache-control'] === 'private, no-store') && `with a key ${withKey['cache-control']}`,
    read.isOpen && /private/.test(without['cache-control'] ?? 'none, private') && `without a key ${without['cache-control']}`,
    read.hasForms && !hasEntry(without.vary, 'Accept') && 'does not vary with Accept',
  ];
}

async function isOpenToPages(read: Read, ask: Ask) {
  const { headers } = await ask(read, { headers: { Origin: 'https://example.org' } });
  const exposed = headers['access-control-expose-headers'];
  return [
    read.isOpen !== (headers['access-control-allow-origin'] === '*') && 'open to others where it is not, or not where it is',
    read.isOpen && !['ETag', 'Link', 'RateLimit', 'Retry-After'].every((name) => hasEntry(exposed, name)) && `shows ${exposed}`,
    'access-control-allow-credentials' in headers && 'with credentials',
  ];
}

async function saysWhatItTakes(read: Read, ask: Ask) {
  const { status, headers } = await ask(read, { method: 'OPTIONS' });
  const allowed = headers['access-control-allow-headers'];
  return [
    status !== 204 && `${status}`,
    !['GET', 'HEAD', 'OPTIONS'].every((method) => hasEntry(headers.allow, method)) && `Allow: ${headers.allow}`,
    read.isOpen && !['Accept', 'If-None-Match'].every((name) => hasEntry(allowed, name)) && `takes ${allowed}`,
    hasEntry(allowed, 'Authorization') && 'takes keys from pages',
  ];
}

async function saysHowMuchIsLeft(read: Read, ask: Ask) {
  const { headers } = await ask(read, { withKey: true });
  const [left, policy] = [String(headers['ratelimit']), String(headers['ratelimit-policy'])];
  return [
    !/^"[a-z-]+";r=\d+;t=\d+/.test(left) && `RateLimit: ${left}`,
    !/^"[a-z-]+";q=\d+;w=\d+/.test(policy) && `RateLimit-Policy: ${policy}`,
  ];
}

function readsOf({ description, paths, forms }: ReadableService): readonly Read[] {
  return callables(description)
    .filter(({ method }) => method === 'GET')
    .map(({ name, path, operation }) => {
      const template = name.slice('GET '.length);
      const { security, responses } = operation;
      const ok = responses['200'];
      return {
        template,
        path: paths[template] ?? path,
        isOpen: security.length === 0 || security.some((way) => Object.keys(way).length === 0),
        takesKey: security.length > 0,
        isTagged: responses['304'] !== undefined,
        isMetered: ok?.headers?.['RateLimit'] !== undefined,
        hasForms: forms.includes(template),
      };
    });
}

/** Returns true if a list field has an entry. */
function hasEntry(field: string | undefined, entry: string): boolean {
  return (field ?? '').split(',').some((each) => each.trim() === entry);
}
