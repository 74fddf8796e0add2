import type { OutgoingHttpHeaders } from 'node:http';
import { type ErrorObject, type ValidateFunction, Ajv2020 as Validator } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Header, OpenApiDocument, Reference, ResponseObject } from './document.js';
import { operationFinder } from './operations.js';

/** An answer as it left. */
export interface SeenAnswer {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  /** By lower-case name. */
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** `seen` names a described answer, as `GET /v1/usage 200`; undefined where the address or the method is not described. */
export type CheckedAnswer =
  | { readonly kind: 'as-described'; readonly seen: string | undefined }
  | { readonly kind: 'violation'; readonly message: string };

const ROOT = 'description';
const HEADERS = '#/components/headers/';
/** The document holds the schemas; its own members are no keywords of theirs. */
const OPENAPI_MEMBERS = ['openapi', 'info', 'tags', 'paths', 'components'];
const CODES_WITHOUT_ROUTE: readonly string[] = ['not-found', 'malformed-url'];
const CODES_WITHOUT_METHOD: readonly string[] = ['method-not-allowed', 'malformed-url'];

/** Checks answers against a description: path, status, header fields, media type, and a JSON body. */
export class AnswerCheck {
  readonly #description: OpenApiDocument;
  readonly #find: ReturnType<typeof operationFinder>;
  readonly #validator: Validator;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(description: OpenApiDocument) {
    this.#description = description;
    this.#find = operationFinder(description);
    this.#validator = new Validator({ strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true });
    addFormats.default(this.#validator);
    for (const format of ['label', 'name', 'idn-email']) this.#validator.addFormat(format, true);
    this.#validator.addVocabulary(OPENAPI_MEMBERS);
    this.#validator.addSchema(description, ROOT, false, false);
  }

  check(answer: SeenAnswer): CheckedAnswer {
    const found = this.#find(answer.method, answer.path);
    switch (found.kind) {
      case 'no-path':
        return this.#problemOf(answer, CODES_WITHOUT_ROUTE);
      case 'no-method':
        return this.#problemOf(answer, CODES_WITHOUT_METHOD);
      case 'operation': {
        const method = answer.method === 'HEAD' ? 'GET' : answer.method;
        const response = found.operation.responses[String(answer.status)];
        if (response === undefined) return violation(answer, `${method} ${found.template} has no such status`);
        const place = `/paths/${escaped(found.template)}/${method.toLowerCase()}/responses/${answer.status}`;
        const wrong = this.#headersOf(response, answer) ?? this.#bodyOf(response, place, answer);
        if (wrong !== undefined) return violation(answer, wrong);
        return { kind: 'as-described', seen: `${method} ${found.template} ${answer.status}` };
      }
    }
  }

  /** A request for an unknown operation must be answered with a problem of one of these codes. */
  #problemOf(answer: SeenAnswer, codes: readonly string[]): CheckedAnswer {
    if (isPage(answer)) return { kind: 'as-described', seen: undefined };
    const wrong = this.#validate(`${ROOT}#/components/schemas/Problem`, answer);
    if (wrong !== undefined) return violation(answer, wrong);
    const code = codes.find((candidate) => answer.method === 'HEAD' || answer.body.includes(`"code":"${candidate}"`));
    return code === undefined ? violation(answer, `must be one of ${codes.join(', ')}`) : { kind: 'as-described', seen: undefined };
  }

  #headersOf({ headers }: ResponseObject, answer: SeenAnswer): string | undefined {
    const missing = Object.keys(headers).find(
      (name) => this.#isRequired(headers[name]) && answer.headers[name.toLowerCase()] === undefined,
    );
    if (missing !== undefined) return `lacks the header field ${missing}`;
    const wrong = Object.keys(headers).find(
      (name) => !isSecondsWhereDescribed(this.#named(headers[name]), answer.headers[name.toLowerCase()]),
    );
    return wrong === undefined
      ? undefined
      : `has another header field ${wrong} than is described: ${String(answer.headers[wrong.toLowerCase()])}`;
  }

  #isRequired(header: Header | Reference | undefined): boolean {
    return this.#named(header)?.required === true;
  }

  #named(header: Header | Reference | undefined): Header | undefined {
    return header === undefined || 'required' in header ? header : this.#description.components.headers[header.$ref.slice(HEADERS.length)];
  }

  #bodyOf({ content }: ResponseObject, place: string, answer: SeenAnswer): string | undefined {
    if (content === undefined) return answer.body.length === 0 ? undefined : 'has a body, and none is described';
    const [mediaType = ''] = String(answer.headers['content-type'] ?? '').split(';');
    if (!Object.hasOwn(content, mediaType)) return `has the media type ${mediaType}, which is not described`;
    return isJson(mediaType) ? this.#validate(`${ROOT}#${place}/content/${escaped(mediaType)}/schema`, answer) : undefined;
  }

  #validate(reference: string, { method, body }: SeenAnswer): string | undefined {
    if (method === 'HEAD') return undefined;
    const validate = this.#compiled.get(reference) ?? this.#validator.compile({ $ref: encodeURI(reference) });
    this.#compiled.set(reference, validate);
    const value: unknown = JSON.parse(body.toString('utf8'));
    return validate(value) ? undefined : errorsOf(validate.errors ?? [], body);
  }
}

/** A page for people is no call of the API, and its address is in no description: it is a page, or leads to one. */
function isPage({ status, headers }: SeenAnswer): boolean {
  return status === 303 || String(headers['content-type'] ?? '').startsWith('text/html;');
}

/** All header fields but those that are numbers are any text. */
function isSecondsWhereDescribed(header: Header | undefined, value: SeenAnswer['headers'][string]): boolean {
  return header?.schema.type !== 'integer' || value === undefined || /^[1-9]\d{0,9}$/.test(String(value));
}

function isJson(mediaType: string): boolean {
  return mediaType === 'application/json' || mediaType.endsWith('+json');
}

/** As a member's name stands in a JSON Pointer. */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

const MAX_SHOWN = 600;

function errorsOf(errors: readonly ErrorObject[], body: Buffer): string {
  const said = errors.map(({ instancePath, message, params }) => `${instancePath} ${message ?? ''} ${JSON.stringify(params)}`).join('; ');
  return `${said}\n  body: ${body.toString('utf8').slice(0, MAX_SHOWN)}`;
}

function violation({ method, path, status }: SeenAnswer, message: string): CheckedAnswer {
  return { kind: 'violation', message: `${method} ${path} → ${status}: ${message}` };
}
