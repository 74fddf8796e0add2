import type { OpenApiDocument } from './descriptions/document.js';

const METHODS = ['get', 'post', 'put', 'delete'];

/** The routes of a description that a page does not list as `GET PUT /v1/things/:id`, each path with all of its methods. */
export function routesNotListed({ paths }: OpenApiDocument, page: string): readonly string[] {
  const routes = Object.entries(paths).map(([path, item]) => {
    const methods = METHODS.filter((method) => Object.hasOwn(item, method)).map((method) => method.toUpperCase());
    return `${methods.join(' ')} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
  });
  return routes.filter((route) => !page.includes(`\`${route}\``));
}
