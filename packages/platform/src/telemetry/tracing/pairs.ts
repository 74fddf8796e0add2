/**
 * Reads a list in the form of `OTEL_EXPORTER_OTLP_HEADERS`: `name=value` pairs separated by commas, values percent-encoded.
 * @returns `undefined` if it has another form
 */
export function readPairs(text: string): Readonly<Record<string, string>> | undefined {
  const pairs: Record<string, string> = {};
  for (const entry of text.split(',')) {
    const [, name, encoded] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=(.*)$/.exec(entry) ?? [];
    const value = encoded === undefined ? undefined : decoded(encoded.trim());
    if (name === undefined || value === undefined) return undefined;
    pairs[name] = value;
  }
  return pairs;
}

/** Characters that are valid in a header field. */
const PRINTABLE = /^[\x20-\x7e]*$/;

function decoded(text: string): string | undefined {
  try {
    const value = decodeURIComponent(text);
    return PRINTABLE.test(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
