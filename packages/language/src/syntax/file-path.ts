const MAX_LENGTH = 255;
/** ASCII only, so that different paths look different; no segment is empty or begins with a dot. */
const FILE_PATH = /^\.\/(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*\.kir$/;

/** The form of paths of files, for messages. */
export const PATH_RULE = `a path is \`./name.kir\` or \`./folder/name.kir\`: letters, digits, \`_\`, \`-\` and \`.\`, at most ${MAX_LENGTH} characters, and no \`..\``;

/** Returns true for a path of a file beside a source: it leads only into folders beside it. */
export function isFilePath(path: string): boolean {
  return path.length <= MAX_LENGTH && FILE_PATH.test(path);
}

/** Converts a path in the file `from` to one that is relative to the source; `undefined` is the source itself. */
export function resolvePath(from: string | undefined, path: string): string {
  if (from === undefined) return path;
  return `${from.slice(0, from.lastIndexOf('/'))}${path.slice(1)}`;
}
