import { AnswerCheck } from '../descriptions/answer-check.js';
import type { OpenApiDocument } from '../descriptions/document.js';
import type { FuzzRequest } from './request.js';
import type { WireAnswer } from './wire.js';
import type { RequestRule } from './world.js';

const MAX_MILLISECONDS = 30_000;
const KEY = /svc_live_[0-9A-Za-z]{40}/;
/** Internal details that no answer may contain: places in files, statements, names of tables. */
const INSIDE =
  /node_modules|node:internal|\bat [\w.<>]+ \(|\.[cm]?[jt]s:\d+|\/work\/|\/dist\/|\bSELECT .* FROM\b|\bINSERT INTO\b|\bprisma\b|\bioredis\b|ECONNREFUSED/i;
const FORM_CODES: readonly unknown[] = [
  'invalid-request',
  'malformed-json',
  'malformed-url',
  'payload-too-large',
  'unsupported-media-type',
];
/** Documents that are about programs, or are programs. */
const ABOUT_PROGRAMS = /\/(docs|openapi\.json|artifacts)\b/;

/** Finds the faults of every answer. */
export class Judge {
  readonly #check: AnswerCheck;
  readonly #rules: readonly RequestRule[];

  constructor(description: OpenApiDocument, rules: readonly RequestRule[]) {
    this.#check = new AnswerCheck(description);
    this.#rules = rules;
  }

  /** Every fault of an answer, a sentence each. */
  faults(request: FuzzRequest, answer: WireAnswer): readonly string[] {
    if (request.key === 'ambiguous') return [ambiguityFault(answer), requestIdFault(answer)].filter((fault) => fault !== undefined);
    return [
      this.#failure(request, answer),
      this.#undescribed(request, answer),
      answer.milliseconds > MAX_MILLISECONDS ? `it took ${Math.round(answer.milliseconds)} ms` : undefined,
      this.#leak(request, answer),
      requestIdFault(answer),
      this.#promise(request, answer),
    ].filter((fault) => fault !== undefined);
  }

  /** The answer to a malformed request: none, or a problem in the usual form. */
  rawFault(bytes: Buffer): string | undefined {
    if (bytes.length === 0) return undefined;
    const [head = '', body = ''] = splitHead(bytes.toString('latin1'));
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? '0');
    if (status < 100 || status >= 500) return `answered with ${head.slice(0, 100)}`;
    if (status < 400) return undefined;
    if (!/content-type: application\/problem\+json/i.test(head)) return `a ${status} that is no problem: ${head.slice(0, 300)}`;
    return INSIDE.test(body) ? `shows its inside: ${body.slice(0, 300)}` : undefined;
  }

  #failure({ name }: FuzzRequest, answer: WireAnswer): string | undefined {
    if (answer.status < 500) return undefined;
    const problem = problemOf(answer);
    return problem?.code === 'unavailable' && this.#isRuled(name, problem) ? undefined : `a ${answer.status} is never to be met`;
  }

  #undescribed({ method, target }: FuzzRequest, { status, headers, body }: WireAnswer): string | undefined {
    if (method === 'OPTIONS') return status === 204 || status === 404 || status === 400 ? undefined : `OPTIONS is answered with ${status}`;
    const [path = ''] = target.split('?');
    try {
      const checked = this.#check.check({ method, path, status, headers, body });
      return checked.kind === 'violation' ? `is not as described: ${checked.message}` : undefined;
    } catch (error) {
      return `cannot be read: ${String(error)}`;
    }
  }

  #leak({ target }: FuzzRequest, { headers, body }: WireAnswer): string | undefined {
    const type = headers['content-type'] ?? '';
    if (!type.includes('json') || ABOUT_PROGRAMS.test(target)) return undefined;
    const text = body.toString('utf8').replaceAll(/"api_key":"[^"]*"/g, '');
    if (KEY.test(text)) return `holds a key: ${text.slice(0, 300)}`;
    return type.includes('problem') && INSIDE.test(text) ? `shows its inside: ${text.slice(0, 300)}` : undefined;
  }

  /** Returns the contradiction between the description and the answer to this request, if any. */
  #promise(request: FuzzRequest, answer: WireAnswer): string | undefined {
    const { validity, key, operation, name } = request;
    const { status } = answer;
    if (operation === undefined) return undefined;
    const problem = problemOf(answer);
    const isForm = FORM_CODES.includes(problem?.code);
    // A malformed path is refused before the key is checked.
    if (key === 'refused' && status !== 401 && validity !== 'invalid') return `a key that is none is answered with ${status}`;
    if (key === 'scope' && operation['x-scope'] !== undefined && status !== 403 && validity !== 'invalid')
      return `a key without the scope is answered with ${status}`;
    if (key === 'taken' && status === 401 && !this.#isRuled(name, problem)) return 'a key that stands is refused';
    if (validity === 'invalid' && status < 400) return `what is not as described is taken with ${status}`;
    if (validity === 'valid' && isForm && !this.#isRuled(name, problem)) return 'what is as described is refused for its form';
    return undefined;
  }

  #isRuled(name: string, problem: ProblemRead | undefined): boolean {
    if (problem === undefined) return false;
    const places = problem.errors ?? [{ pointer: '', message: problem.detail }];
    return places.every(({ pointer, message }) =>
      this.#rules.some(
        (rule) => (rule.operation === '*' || rule.operation === name) && rule.pointer.test(pointer) && rule.message.test(message),
      ),
    );
  }
}

/** A request with two keys is refused before its operation is known, so that no operation describes it. */
function ambiguityFault(answer: WireAnswer): string | undefined {
  const isRefused = answer.status === 400 && (answer.body.length === 0 || problemOf(answer)?.code === 'malformed-request');
  return isRefused ? undefined : `a request with two keys is answered with ${answer.status}`;
}

interface ProblemRead {
  readonly code: string;
  readonly detail: string;
  readonly request_id: string;
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[];
}

/** The body of a refusal, held to its schema before. */
function problemOf({ headers, body }: WireAnswer): ProblemRead | undefined {
  if (headers['content-type']?.startsWith('application/problem+json') !== true || body.length === 0) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the description has been checked
  return JSON.parse(body.toString('utf8')) as ProblemRead;
}

function requestIdFault(answer: WireAnswer): string | undefined {
  const problem = problemOf(answer);
  const id = answer.headers['x-request-id'];
  // A repeated answer equals the first one byte for byte.
  if (answer.headers['idempotency-replayed'] === 'true') return undefined;
  return problem === undefined || problem.request_id === id
    ? undefined
    : `names the request ${problem.request_id}, and its header ${String(id)}`;
}

function splitHead(text: string): readonly string[] {
  const end = text.indexOf('\r\n\r\n');
  return end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end + 4)];
}
