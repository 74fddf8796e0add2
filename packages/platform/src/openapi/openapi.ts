import type { Route } from '../http/route.js';
import { Components } from './components.js';
import { CONVENTIONS } from './conventions.js';
import type { OpenApiDocument, Operation, PathItem } from './document.js';
import { RESPONSE_HEADERS } from './headers.js';
import { KEY_SCHEME, operationMethod, operationOf, tagsOf } from './operation.js';
import { pathTemplate } from './parameters.js';
import { PROBLEM_SCHEMA } from './problem-schema.js';

/** Which service is described. */
export interface DescribedService {
  /** `registry`, `compiler`. */
  readonly service: string;
  readonly version: string;
  /** What it is, in Markdown; what holds for every call is added. */
  readonly description: string;
}

/**
 * The OpenAPI 3.1 description of a service, from its routes alone: the same declarations from which requests are checked.
 * @throws where two different schemas have one title, or something is referred to that is not there: our own bugs
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
          description: 'An API key: `svc_live_…`, from POST /v1/auth/register. An invalid one is refused also where none is needed.',
        },
      },
    },
  };
}
