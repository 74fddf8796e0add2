import type { OpenApiDocument, Operation, OperationMethod, PathItem } from './document.js';

/** The description of a request, found by method and path. */
export type DescribedOperation =
  | { readonly kind: 'operation'; readonly template: string; readonly operation: Operation }
  | { readonly kind: 'no-method'; readonly template: string }
  | { readonly kind: 'no-path' };

interface PathPattern {
  readonly template: string;
  readonly pattern: RegExp;
  readonly item: PathItem;
}

/** Makes a look-up in a description. A path without parameters comes before one that has them. */
export function operationFinder({ paths }: OpenApiDocument): (method: string, path: string) => DescribedOperation {
  const patterns: readonly PathPattern[] = Object.entries(paths)
    .map(([template, item]) => ({ template, item, pattern: patternOf(template) }))
    .toSorted((one, other) => parametersIn(one.template) - parametersIn(other.template));
  return (method, path) => {
    const found = patterns.find(({ pattern }) => pattern.test(path));
    if (found === undefined) return { kind: 'no-path' };
    const { template, item } = found;
    const name = operationMethod(method);
    const operation = name === undefined ? undefined : item[name];
    return operation === undefined ? { kind: 'no-method', template } : { kind: 'operation', template, operation };
  };
}

function patternOf(template: string): RegExp {
  const source = template.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${source}$`);
}

function parametersIn(template: string): number {
  return template.split('{').length - 1;
}

/** HEAD is answered as GET is. */
function operationMethod(method: string): OperationMethod | undefined {
  switch (method) {
    case 'GET':
    case 'HEAD':
      return 'get';
    case 'POST':
      return 'post';
    case 'PUT':
      return 'put';
    case 'DELETE':
      return 'delete';
    default:
      return undefined;
  }
}

/** Every status that a description allows, as `GET /v1/usage 200`. */
export function describedAnswers({ paths }: OpenApiDocument): readonly string[] {
  return Object.entries(paths).flatMap(([template, item]) =>
    Object.entries(item).flatMap(([method, { responses }]) =>
      Object.keys(responses).map((status) => `${method.toUpperCase()} ${template} ${status}`),
    ),
  );
}
