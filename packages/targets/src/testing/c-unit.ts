/**
 * Joins many C programs in one translation unit, since a compiler takes longer for the helpers that all of them have than for the
 * programs. Definitions with the same text that name the same definitions are one; all others get names of their own.
 */
export class CUnit {
  private readonly sections: string[] = [];
  private readonly headers = new Set<string>();
  /** The numbers of definitions by their text, in which other definitions have their names in the unit. */
  private readonly known = new Map<string, number>();

  /** The functions that have a body, by their names in the unit. */
  private readonly bodies = new Set<string>();

  /**
   * Adds the files of a program; returns the name of its main function in the unit. Returns `null`, and adds nothing, if a function
   * has the declaration of another program's and another body: the program needs a new unit.
   */
  add(texts: readonly string[]): string | null {
    const before = { sections: this.sections.length, known: this.known.size, bodies: this.bodies.size };
    const main = this.tryAdd(texts);
    if (main !== null) return main;
    this.sections.length = before.sections;
    for (const text of [...this.known.keys()].slice(before.known)) this.known.delete(text);
    for (const name of [...this.bodies].slice(before.bodies)) this.bodies.delete(name);
    return null;
  }

  private tryAdd(texts: readonly string[]): string | null {
    const names = new Map<string, string>();
    for (const text of texts) {
      const own = new Set<string>();
      for (const section of text.split(/\n{2,}/)) if (!this.section(section.trim(), names, own)) return null;
      // Other files of the program may define the same names.
      for (const name of own) names.delete(name);
    }
    return names.get('main') ?? '';
  }

  text(): string {
    return [...[...this.headers].toSorted(), ...this.sections].join('\n\n') + '\n';
  }

  /** Returns false if the section cannot be added. `own`: receives the names that only their file knows. */
  private section(section: string, names: Map<string, string>, own: Set<string>): boolean {
    for (const [line] of section.matchAll(/^#include <.*$/gm)) this.headers.add(line);
    if (/^#(?:include|ifndef|ifdef|define|endif)/m.test(section) && !/^(?:static|typedef)/m.test(section)) return true;
    const bare = section.replaceAll(/^\s*\/\/.*\n?/gm, '');
    // A function of the interface is defined before its use here.
    if (bare === '' || /^(?!static|_Noreturn|typedef)\w+ \w+\([^{]*;$/.test(bare)) return true;
    const defined = definedBy(bare);
    const used = renamed(bare, names, defined);
    const known = this.known.get(used);
    const number = known ?? this.known.size;
    for (const name of defined) {
      if (!names.has(name)) names.set(name, `${name}_of_${number}`);
      if (/^(?:_Noreturn )?static /.test(bare)) own.add(name);
    }
    if (known !== undefined) return true;
    this.known.set(used, number);
    const body = /^(?:_Noreturn )?(?:static )?(?:const )?\w+ \*?(\w+)\([^;]*\) \{$/m.exec(bare)?.[1];
    if (body !== undefined) {
      const name = names.get(body) ?? body;
      if (this.bodies.has(name)) return false;
      this.bodies.add(name);
    }
    this.sections.push(renamed(section, names, []).replace(/^(?!static|_Noreturn|typedef)(\w+ \w+\()/m, 'static $1'));
    return true;
  }
}

/** Returns the names that a definition or a declaration introduces in its file. */
function definedBy(section: string): readonly string[] {
  const names = new Set<string>();
  for (const [, name = ''] of section.matchAll(/^(?:_Noreturn )?(?:static )?(?:const )?\w+ \*?(\w+)\(/gm)) names.add(name);
  for (const [, name = ''] of section.matchAll(/^typedef (?:struct|enum) (\w+)/gm)) names.add(name);
  for (const [, name = ''] of section.matchAll(/^static (?:const )?\w+ (?:\*|\*const )?(\w+)(?:\[[^\]]*\])?(?: =|;)/gm)) names.add(name);
  for (const [, name = ''] of section.matchAll(/^static const \w+ \*const (\w+)\[/gm)) names.add(name);
  for (const [, name = ''] of section.matchAll(/^\} (\w+)(?:;| =)/gm)) names.add(name);
  if (section.startsWith('typedef enum')) for (const [, name = ''] of section.matchAll(/^ {2}(\w+),$/gm)) names.add(name);
  return [...names];
}

const TOKENS = /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\/\/.*|(?:\.|->)?[A-Za-z_]\w*/g;

/** The name of a member in a line of a struct: before its size and its end, or after the star of a pointer to a function. */
const MEMBER = /(?<=^ {2,}(?:[\w ]+[ *]+|[\w ]+\(\*))([A-Za-z_]\w*)(?=(?:\[[^\]]*\])*;|\)\()/gm;

/** A section that defines a struct, perhaps below a comment. */
const STRUCT = /^(?:\s*\/\/.*\n)*(?:typedef )?struct\b/;

/** Stands before the names of members while the others are renamed. */
const KEPT = '->';

/** Renames the definitions in a text, outside of strings and comments, and not members of values. Own names stay. */
function renamed(text: string, names: ReadonlyMap<string, string>, own: readonly string[]): string {
  const marked = STRUCT.test(text) ? text.replaceAll(MEMBER, `${KEPT}$1`) : text;
  const told = marked.replaceAll(TOKENS, (token) => (own.includes(token) && !names.has(token) ? token : (names.get(token) ?? token)));
  return marked === text ? told : told.replaceAll(KEPT, '');
}
