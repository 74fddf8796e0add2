/** The place of a page in a list. */
export interface PagePosition {
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  /** The parameters that the links repeat. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The links to the neighbours of a page of a list. */
export function PageLinks({
  path,
  position: { page, pages, total, parameters },
}: {
  readonly path: string;
  readonly position: PagePosition;
}) {
  if (pages <= 1) return null;
  const to = (target: number) => `${path}?${new URLSearchParams({ ...parameters, page: String(target) }).toString()}`;
  return (
    <nav class="pages" aria-label="Pages of the list">
      {page > 1 ? (
        <a class="button plain" href={to(page - 1)} rel="prev">
          Newer
        </a>
      ) : null}
      <span class="quiet">{`Page ${page} of ${pages}, ${total.toLocaleString('en')} entries`}</span>
      {page < pages ? (
        <a class="button plain" href={to(page + 1)} rel="next">
          Older
        </a>
      ) : null}
    </nav>
  );
}
