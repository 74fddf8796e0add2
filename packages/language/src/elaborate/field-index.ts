/**
 * The position of a field among fields that are sorted by name; -1 where there is none. Binary search, since a wide
 * record may be read as often as it is wide.
 */
export function fieldIndex(fields: readonly { readonly name: string }[], name: string): number {
  let lo = 0;
  let hi = fields.length;
  while (lo < hi) {
    const middle = (lo + hi) >>> 1;
    if ((fields[middle]?.name ?? '') < name) lo = middle + 1;
    else hi = middle;
  }
  return fields[lo]?.name === name ? lo : -1;
}
