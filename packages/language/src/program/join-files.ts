import { DIAGNOSTICS, SOURCE_BYTES, SOURCE_FILES } from '@kirchhoff/kernel/limits';
import type { DiagnosticCode } from '../diagnostics/codes.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { DiagnosticSink, shorten } from '../diagnostics/sink.js';
import { showUnseen } from '../diagnostics/unseen.js';
import { nearNameHint } from '../elaborate/near-name.js';
import type { Item, SourceFile, UseFileItem } from '../syntax/ast.js';
import { isFilePath, PATH_RULE, resolvePath } from '../syntax/file-path.js';
import { type JoinedSource, usedName } from '../syntax/joined-source.js';
import { parseSource, utf8Length } from '../syntax/parse.js';
import type { SourcePart } from '../syntax/place.js';

/** The texts of the files beside a source, by their paths: `./money.kir`. */
export type Files = ReadonlyMap<string, string>;

export const NO_FILES: Files = new Map();

export type Joined =
  | { readonly ok: true; readonly source: JoinedSource; readonly file: SourceFile; readonly warnings: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/**
 * Parses a source together with the files that it uses. They form one text: each file once, after the files that it uses itself,
 * and the source last; each `use` of a file becomes a comment. The meaning of the program is the meaning of that text, without
 * any files. Never throws, for any texts; each is parsed twice at most.
 */
export function joinFiles(source: string, files: Files): Joined {
  const refused = refusedFiles(source, files);
  if (refused.length > 0) return { ok: false, diagnostics: refused };
  const joining = new Joining(files);
  const main = joining.load(undefined, source, []);
  if (main === null) return { ok: false, diagnostics: joining.errors };
  if (joining.errors.length > 0) return { ok: false, diagnostics: joining.errors.slice(0, DIAGNOSTICS) };
  const unused = [...files.keys()].filter((path) => !joining.isUsed(path)).map(unusedFile);
  if (joining.usesNoFile) {
    const plain: JoinedSource = { text: source, parts: [], used: new Set() };
    return { ok: true, source: plain, file: main.file, warnings: [...main.warnings, ...unused] };
  }
  const joined = joining.join();
  const { file, diagnostics } = parseSource(joined.text, joined);
  if (file === null) return { ok: false, diagnostics };
  return { ok: true, source: joined, file, warnings: [...diagnostics, ...unused] };
}

/** Returns the faults of the files that are visible without parsing: their number, paths and sizes. */
function refusedFiles(source: string, files: Files): readonly Diagnostic[] {
  if (files.size === 0) return [];
  if (files.size > SOURCE_FILES) {
    return [diagnosticAt(undefined, 'error', 'too-many-files', `a source has at most ${SOURCE_FILES} files beside it`)];
  }
  const wrong = [...files.keys()].filter((path) => !isFilePath(path));
  if (wrong.length > 0)
    return wrong.map((path) => diagnosticAt(path, 'error', 'bad-path', 'this is no path of a file beside the source', PATH_RULE));
  let left = SOURCE_BYTES;
  for (const text of [source, ...files.values()]) left -= text.length > left ? text.length : utf8Length(text);
  if (left >= 0) return [];
  return [
    diagnosticAt(undefined, 'error', 'source-too-long', `a source and its files have at most ${SOURCE_BYTES} bytes of UTF-8 together`),
  ];
}

function unusedFile(path: string): Diagnostic {
  return diagnosticAt(
    path,
    'warning',
    'unused-file',
    `nothing uses the file ${path}`,
    'a file is used by `use "./…" name`, of the names that are used',
  );
}

/** A diagnostic about a file as a whole; `undefined` is the source itself. */
function diagnosticAt(
  path: string | undefined,
  severity: Diagnostic['severity'],
  code: DiagnosticCode,
  message: string,
  hint?: string,
): Diagnostic {
  const text = shorten(showUnseen(path ?? ''));
  const place = path === undefined ? { line: 1, column: 1 } : { file: text, line: 1, column: 1 };
  return { severity, code, message, ...place, text, ...(hint === undefined ? {} : { hint }) };
}

/** A source or file that parses. */
interface Loaded {
  /** `undefined` for the source itself. */
  readonly path: string | undefined;
  readonly text: string;
  readonly file: SourceFile;
  readonly warnings: readonly Diagnostic[];
  readonly uses: readonly UseFileItem[];
  readonly declared: ReadonlySet<string>;
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** A source and its files, while they are joined to one text. */
class Joining {
  readonly errors: Diagnostic[] = [];
  private readonly used = new Set<string>();
  /** By path; `null` for a file with errors, which have been reported. */
  private readonly loaded = new Map<string, Loaded | null>();
  /** Each file after those that it uses. */
  private readonly order: Loaded[] = [];

  constructor(private readonly files: Files) {}

  get usesNoFile(): boolean {
    return this.order.length === 1;
  }

  isUsed(path: string): boolean {
    return this.loaded.has(path);
  }

  /** Parses a text and all files that it uses. `chain`: the files whose uses led here; at most as long as the number of files. */
  load(path: string | undefined, text: string, chain: readonly string[]): Loaded | null {
    const options = path === undefined ? {} : ({ parts: [{ file: path, firstLine: 1 }], role: 'used' } as const);
    const { file, diagnostics } = parseSource(text, options);
    if (file === null) {
      this.errors.push(...diagnostics.filter(({ severity }) => path === undefined || severity === 'error'));
      return null;
    }
    const uses = file.items.filter((item) => item.item === 'useFile');
    // No file uses the source itself.
    const declared = path === undefined ? NO_NAMES : new Set(file.items.flatMap((item) => declaredName(item)));
    const loaded: Loaded = { path, text, file, warnings: diagnostics, uses, declared };
    if (uses.length > 0) this.useAll(loaded, path === undefined ? chain : [...chain, path]);
    this.order.push(loaded);
    return loaded;
  }

  private useAll({ path, text, uses }: Loaded, chain: readonly string[]): void {
    const sink = new DiagnosticSink(text);
    for (const use of uses) if (this.errors.length < DIAGNOSTICS) this.use(use, path, chain, sink);
    this.errors.push(...sink.diagnostics());
  }

  private use(item: UseFileItem, by: string | undefined, chain: readonly string[], sink: DiagnosticSink): void {
    const path = resolvePath(by, item.path);
    const from = chain.indexOf(path);
    if (from !== -1) {
      const message = `the file ${path} uses itself: ${[...chain.slice(from), path].join(' → ')}`;
      sink.error('recursive-file', item.pathSpan, message, 'move what both need into a file of its own');
      return;
    }
    const used = this.file(path, item, by, chain, sink);
    if (used === null) return;
    for (const { text: name, span } of item.names) {
      if (used.declared.has(name)) this.used.add(usedName(by, path, name));
      else sink.error('unknown-name', span, `${path} declares no '${name}'`, nearNameHint(name, used.declared));
    }
  }

  private file(path: string, item: UseFileItem, by: string | undefined, chain: readonly string[], sink: DiagnosticSink): Loaded | null {
    const known = this.loaded.get(path);
    if (known !== undefined) return known;
    const text = this.files.get(path);
    if (text === undefined) {
      const hint =
        nearNameHint(item.path, this.pathsFrom(by)) ??
        'files are given beside the source, by their paths: `"files": { "./money.kir": "…" }`';
      sink.error('unknown-file', item.pathSpan, `there is no file ${path}`, hint);
      return null;
    }
    const loaded = this.load(path, text, chain);
    this.loaded.set(path, loaded);
    return loaded;
  }

  /** The files by the paths that another file uses: those of its folder, and of folders below. */
  private pathsFrom(by: string | undefined): readonly string[] {
    const folder = resolvePath(by, './');
    return [...this.files.keys()].flatMap((path) => (path.startsWith(folder) ? [`./${path.slice(folder.length)}`] : []));
  }

  /** Joins everything that is loaded to one text. */
  join(): JoinedSource {
    const lines: string[] = [];
    const parts: SourcePart[] = [];
    for (const { path, text, uses } of this.order) {
      lines.push(path === undefined ? '// The program' : `// From ${path}`);
      parts.push({ file: path, firstLine: lines.length + 1 });
      lines.push(...withoutUses(text, uses));
    }
    return { text: lines.join('\n'), parts, used: this.used };
  }
}

/** The name of an item that other files can list. */
function declaredName(item: Item): readonly string[] {
  switch (item.item) {
    case 'constant':
    case 'domain':
    case 'component':
    case 'use':
      return [item.name.text];
    case 'useFile':
    case 'circuit':
    case 'policy':
    case 'wire':
      return [];
  }
}

/**
 * Returns the lines of a text with each `use` of a file as a comment. A statement ends with its line, so that the line contains
 * no other statement.
 */
function withoutUses(text: string, uses: readonly UseFileItem[]): readonly string[] {
  const lines = text.replace(/^\ufeff/, '').split('\n');
  for (const { span, names } of uses) {
    const last = names.at(-1)?.span.line ?? span.line;
    for (let line = span.line; line <= last; line += 1) lines[line - 1] = `// ${lines[line - 1] ?? ''}`;
  }
  return lines;
}
