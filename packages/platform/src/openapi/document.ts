import type { Schema } from '../http/response.js';
import type { Route } from '../http/route.js';
import { Components, PROBLEM_SCHEMA } from './components.js';
import { KEY_SCHEME, operationMethod, operationOf, tagsOf } from './operation.js';
import { pathTemplate } from './parameters.js';
import { RESPONSE_HEADERS } from './response-objects.js';

/** The conventions of every call, in Markdown: the end of each service's description. */
export const CONVENTIONS = `
**Errors** are \`application/problem+json\` (RFC 9457): \`code\` says what happened, \`type\` leads to a page that says what to do
([all of them](/problems)). Any call may be answered with 408, 431 or 400 before it is read, 404 where there is no such address, and
405 with \`Allow\` where the address does not take the method. There is no 5xx but 503.

**Strictness**: unknown query parameters and unknown members of a body are refused with 400, but for pages, probes and where the
call says that it ignores them. A call that
takes no body accepts none, and \`{}\`.

**Lists** are pages: newest first; the links of the \`Link\` field carry \`as_of\`, so that following them is stable while entries are
added. \`page × limit\` goes to 100,000.

**Caching**: a strong \`ETag\` where \`If-None-Match\` is listed. **Times** are RFC 3339 in UTC. HEAD is taken where GET is.
`;

/** The parts of OpenAPI 3.1 that our description is made of. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  /** By path, such as `/v1/circuits/{pid}`, then by method in lower case. */
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly securitySchemes: Readonly<Record<string, { readonly type: 'http'; readonly scheme: 'bearer'; readonly description: string }>>;
  };
}

export type PathItem = Readonly<Partial<Record<OperationMethod, Operation>>>;
export type OperationMethod = 'get' | 'post' | 'put' | 'delete';

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly content: Readonly<Record<string, MediaType>> };
  /** By status. */
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** The required scope of the key. */
  readonly 'x-scope'?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers: Readonly<Record<string, Header | Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface MediaType {
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Header {
  readonly description?: string;
  /** True if every answer that lists the field always has it. */
  readonly required: boolean;
  readonly schema: Schema;
}

export interface Reference {
  readonly $ref: string;
}

/** The described service. */
export interface DescribedService {
  /** `registry`, `compiler`. */
  readonly service: string;
  readonly version: string;
  /** Its purpose, in Markdown; the conventions of every call are appended. */
  readonly description: string;
}

/**
 * The OpenAPI 3.1 description of a service, from its routes alone: the same declarations from which requests are checked.
 * @throws if two different schemas have one title, or a reference has no target: our own bugs
 */
export function openApi(about: DescribedService, routes: readonly Route[]): OpenApiDocument {
  const components = new Components();
  components.hoist(PROBLEM_SCHEMA);
  const paths: Record<string, PathItem> = {};
  for (const route of routes) {
    const path = pathTemplate(route.path);
    const operation: Operation = operationOf(route, components);
    paths[path] = { ...paths[path], [operationMethod(route.method)]: operation };
  }
  return {
    openapi: '3.1.1',
    info: { title: `Kirchhoff ${about.service}`, version: about.version, description: `${about.description}\n${CONVENTIONS}` },
    tags: tagsOf(routes.map(({ path }) => path)).map((name) => ({ name })),
    paths,
    components: {
      schemas: components.all(),
      headers: RESPONSE_HEADERS,
      securitySchemes: {
        [KEY_SCHEME]: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: `svc_live_…`, from POST /v1/auth/register. An invalid key is refused even if no key is needed.',
        },
      },
    },
  };
}
