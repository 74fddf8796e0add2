/** Longer lists of tags are searched through a set, which is made once for each list. */
const SHORT = 16;
const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

/**
 * Returns true if the text is one of an enumeration's tags. Takes constant time: a list of 65,536 tags may be searched for each
 * of 65,536 elements.
 */
export function isTag(tags: readonly string[], text: string): boolean {
  if (tags.length <= SHORT) return tags.includes(text);
  const known = sets.get(tags);
  if (known !== undefined) return known.has(text);
  const made = new Set(tags);
  sets.set(tags, made);
  return made.has(text);
}
