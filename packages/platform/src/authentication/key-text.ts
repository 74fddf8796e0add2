/** Anything with a key's prefix, whole or cut short. */
const KEY_TEXT = /svc_live_[0-9A-Za-z]+/g;

/** The text with every key in it blotted out: for logs, and for what an error says of the request. */
export function withoutKeys(text: string): string {
  return text.replace(KEY_TEXT, '[key]');
}

/** Whether the text has a key in it, or what begins as one. */
export function holdsKey(text: string): boolean {
  return text.includes('svc_live_');
}

/** The path of a request with every key in it blotted out, also one that is percent-encoded. */
export function pathWithoutKeys(path: string): string {
  const decoded = decode(path);
  return holdsKey(decoded) ? encodeURI(withoutKeys(decoded)) : path;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
