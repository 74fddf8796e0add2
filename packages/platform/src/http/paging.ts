/** Where a reader stands in a list. */
export interface Position {
  readonly page: number;
  readonly limit: number;
  readonly pages: number;
  /** What the links have to repeat: the filters, and `as_of`. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The Link field (RFC 8288) of a page: first, prev, next and last, as far as there are such pages. */
export function linkField(path: string, { page, limit, pages, parameters }: Position): string {
  const last = Math.max(1, pages);
  const relations: readonly (readonly [string, number | undefined])[] = [
    ['first', 1],
    ['prev', page > 1 ? Math.min(page - 1, last) : undefined],
    ['next', page < pages ? page + 1 : undefined],
    ['last', last],
  ];
  return relations
    .flatMap(([relation, target]) => {
      if (target === undefined) return [];
      const query = new URLSearchParams({ ...parameters, page: String(target), limit: String(limit) });
      return [`<${path}?${query.toString()}>; rel="${relation}"`];
    })
    .join(', ');
}
