/**
 * Returns the position of a field among fields that are sorted by name; -1 if it is missing. Binary search, since a wide record
 * may have as many reads as fields.
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
