const MAX_LENGTH = 40;
const MAX_CANDIDATES = 1_000;

/** Returns the candidate with the least edit distance to `name`, if it may be a misspelling: at least half of the longer name is equal. */
export function nearName(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  let best: string | undefined;
  let bestDistance = name.length <= 3 ? 2 : 3;
  let left = MAX_CANDIDATES;
  for (const candidate of candidates) {
    left -= 1;
    if (left < 0) break;
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const distance = editDistance(name, candidate);
    // Short names are excluded, since the distance means little for them: `f` is no misspelling of `a`.
    if (distance >= bestDistance || 2 * distance > Math.max(name.length, candidate.length)) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

/** Returns `did you mean 'x'?`; `undefined` if no name is near. */
export function nearNameHint(name: string, candidates: Iterable<string>): string | undefined {
  const near = nearName(name, candidates);
  return near === undefined ? undefined : `did you mean '${near}'?`;
}

/** Levenshtein's distance, a row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
