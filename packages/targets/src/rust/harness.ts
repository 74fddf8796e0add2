import { type Domain, type Int, typeOf } from '@kirchhoff/coherence';
import { type Width, widthOfPort } from '../plan/widths.js';
import { MAIN_PROGRAM_HEAD } from '../target.js';
import { Declarations } from '../writing/declarations.js';
import { Room } from '../writing/room.js';
import { atom, call, closure, field, integer, method, type RsExpression, readFrom, reference } from './expression.js';
import { flat } from './flat.js';
import { READER, type ReaderPiece } from './harness-reader.js';
import { string } from './literal.js';
import type { RsModule } from './module.js';
import type { PieceSource } from './runtime/piece.js';
import { Writer } from './writer.js';

/**
 * Returns a main program that reads one JSON object of inputs per line and writes one line for each. It refuses what has no form of
 * the ports' types, and leaves all other refusals to the circuit.
 */
export function harness(file: string, module: RsModule): string {
  return new Harness(file, module).text();
}

const PIECES: ReadonlyMap<string, PieceSource> = new Map(Object.entries(READER));

class Harness {
  private readonly declarations = new Declarations(new Room('the main program'));
  private readonly used = new Set<string>();

  constructor(
    private readonly file: string,
    private readonly module: RsModule,
  ) {}

  text(): string {
    for (const piece of ['Parser', 'refused'] as const) this.use(piece);
    const answer = this.answer();
    const { file, module } = this;
    const random = module.sources.some((name) => name === 'RANDOM' || name === 'UUID') ? [RANDOM_BITS.trim()] : [];
    const host = module.sources.length === 0 ? [] : [this.host(), ...random];
    const sections = [
      `// ${MAIN_PROGRAM_HEAD}`,
      '#![forbid(unsafe_code)]',
      `use std::collections::BTreeMap;\nuse std::io::{self, BufRead, Write};`,
      `#[allow(dead_code)]\nmod ${file};`,
      MAIN.trim(),
      answer,
      ...host,
      ...this.declarations.all(),
      ...[...PIECES].filter(([name]) => this.used.has(name)).map(([, { code }]) => code.trim()),
    ];
    return `${sections.join('\n\n')}\n`;
  }

  private use(piece: ReaderPiece): string {
    const pending: string[] = [piece];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (this.used.has(next)) continue;
      this.used.add(next);
      pending.push(...(PIECES.get(next)?.uses ?? []));
    }
    return piece;
  }

  private answer(): string {
    const { module, file } = this;
    const writer = new Writer(new Room('the main program'));
    const hasPorts = module.inputs.length > 0;
    writer.open('fn answer(line: &str) -> String {');
    writer.open('let ports = match parse(line) {');
    writer.line('Some(Json::Object(ports)) => ports,');
    writer.line('_ => return refused(None, "", "the line is no JSON object of inputs by port"),');
    writer.close('};');
    if (hasPorts) {
      this.use('Reader');
      writer.line('let mut reader = Reader { refusal: None };');
      writer.open(`let inputs = ${file}::Inputs {`);
      for (const { port, name } of module.inputs) {
        const read = call('reader.port', string(port.name), reference(atom('ports')), this.readerOf(port.domain, widthOfPort(port.domain)));
        writer.statement(`${name}:`, read, ',');
      }
      writer.close('};');
    }
    const names = module.inputs.map(({ port }) => string(port.name));
    const known: RsExpression = { kind: 'call', callee: '', brackets: '[]', args: names };
    writer.statement(`let known: [&str; ${names.length}] =`, known, ';');
    const unknown = method(method(atom('ports'), 'keys'), 'find', closure('name', atom('!known.contains(&name.as_str())')));
    writer.statement('let unknown =', unknown, ';');
    const args = [...(hasPorts ? [reference(atom('inputs'))] : []), ...(module.sources.length > 0 ? [atom('&mut System')] : [])];
    writer.statement('let result =', call(`${file}::${module.exported}`, ...args), ';');
    const isEarlier = `Err(${module.throws ? `${file}::Error::Domain(error)` : 'error'}) if error.port.is_some()`;
    if (hasPorts)
      this.earlier(writer, 'reader.refusal', `Some(refusal)`, isEarlier, 'refused(Some(&refusal.port), &refusal.path, refusal.message)');
    this.earlier(writer, 'unknown', 'Some(name)', isEarlier, 'refused(Some(name), "", "there is no such port")');
    writer.open('match result {');
    this.arms(writer);
    writer.close();
    writer.close();
    return writer.text();
  }

  /** Refuses, unless the circuit refuses an earlier port. */
  private earlier(writer: Writer, value: string, pattern: string, isEarlier: string, refusal: string): void {
    writer.open(`if let ${pattern} = ${value} {`);
    writer.open('return match result {');
    const arm = `${isEarlier} => refused(error.port, &error.path, error.message),`;
    if (arm.length <= 88) writer.line(arm);
    else {
      writer.open(`${isEarlier} => {`);
      writer.line('refused(error.port, &error.path, error.message)');
      writer.close();
    }
    writer.line(`_ => ${refusal},`);
    writer.close('};');
    writer.close();
  }

  private arms(writer: Writer): void {
    const { module, file } = this;
    const { outputs } = module;
    writer.open(`Ok(${outputs.length === 0 ? '_' : 'outputs'}) => {`);
    writer.line('let mut out = String::from("{");');
    for (const [index, { port, name }] of outputs.entries()) {
      writer.statement('out +=', string(`${index === 0 ? '' : ','}"${port.name}":`), ';');
      this.write(writer, port.domain, widthOfPort(port.domain), atom('&mut out'), field(atom('outputs'), name), false);
    }
    writer.line('out + "}"');
    writer.close();
    if (!module.throws) {
      writer.line('Err(error) => refused(error.port, &error.path, error.message),');
      return;
    }
    this.use('failed');
    this.arm(writer, `Err(${file}::Error::Domain(error))`, 'refused(error.port, &error.path, error.message)');
    if (module.error === 'Fault') {
      this.arm(writer, `Err(${file}::Error::Fault(error))`, 'failed("fault", None, error.line, error.message)');
    } else {
      const guard = 'failed("guard_error", Some(error.domain), error.line, error.message)';
      this.arm(writer, `Err(${file}::Error::Guard(error))`, guard);
    }
  }

  /** Writes an arm, whose value is a block if it does not fit on the line. */
  private arm(writer: Writer, pattern: string, value: string): void {
    const line = `${pattern} => ${value},`;
    if (line.length <= 92) return writer.line(line);
    writer.open(`${pattern} => {`);
    writer.line(value);
    writer.close();
  }

  /** Writes the statement that appends the JSON form of a value. */
  private write(writer: Writer, domain: Domain, width: Width, out: RsExpression, place: RsExpression, isReference: boolean): void {
    const copied = isReference ? ({ kind: 'unary', operator: '*', operand: place } as const) : place;
    const borrowed = isReference ? place : reference(place);
    switch (domain.kind) {
      case 'integer':
        return writer.statement('', call(this.use(isSafe(domain) ? 'write_integer' : 'write_wide'), out, readFrom(width, copied)), ';');
      case 'boolean':
        return writer.statement('', call(this.use('write_boolean'), out, copied), ';');
      case 'text':
        return writer.statement('', call(this.use('write_text'), out, borrowed), ';');
      case 'bytes':
        return writer.statement('', call(this.use('write_bytes'), out, borrowed), ';');
      case 'enumeration':
      case 'list':
      case 'record':
      case 'option':
        return writer.statement('', call(this.writerOf(domain), out, borrowed), ';');
    }
  }

  private writerOf(domain: Extract<Domain, { kind: 'enumeration' | 'list' | 'record' | 'option' }>): string {
    const { types } = this.module;
    const type = typeOf(domain);
    const declaredName = this.declarations.declare(domain, `Write${domain.kind}`, (declared) => {
      const writer = new Writer(new Room('the main program'));
      const parameter = domain.kind === 'list' ? types.borrowedOf(type) : `&${types.ownedOf(type)}`;
      writer.open(`fn ${snake(declared)}(out: &mut String, value: ${this.qualified(parameter)}) {`);
      this.writeParts(writer, domain);
      writer.close();
      return writer.text();
    });
    return snake(declaredName);
  }

  private writeParts(writer: Writer, domain: Extract<Domain, { kind: 'enumeration' | 'list' | 'record' | 'option' }>): void {
    const { types } = this.module;
    const out = atom('out');
    switch (domain.kind) {
      case 'enumeration': {
        const { name, variants } = types.enumOf(typeOf(domain));
        writer.open('*out += match value {');
        for (const [tag, variant] of variants) writer.line(`${this.file}::${name}::${variant} => ${flat(string(`"${tag}"`))},`);
        writer.close('};');
        return;
      }
      case 'list':
        writer.line(`out.push('[');`);
        writer.open('for (index, element) in value.iter().enumerate() {');
        writer.open('if index > 0 {');
        writer.line(`out.push(',');`);
        writer.close();
        this.write(writer, domain.element, types.widthInside(typeOf(domain)), out, atom('element'), true);
        writer.close();
        writer.line(`out.push(']');`);
        return;
      case 'record': {
        const { fields } = types.recordOf(typeOf(domain));
        for (const [index, each] of domain.fields.entries()) {
          writer.statement('*out +=', string(`${index === 0 ? '{' : ','}"${each.name}":`), ';');
          const width = types.widthInside(typeOf(domain), each.name);
          this.write(writer, each.domain, width, out, field(atom('value'), fields.get(each.name) ?? each.name), false);
        }
        writer.line(domain.fields.length === 0 ? '*out += "{}";' : `out.push('}');`);
        return;
      }
      case 'option': {
        const isNested = domain.value.kind === 'option';
        writer.open('match value {');
        writer.line('None => *out += "null",');
        writer.open('Some(content) => {');
        if (isNested) writer.statement('*out +=', string('{"some":'), ';');
        this.write(writer, domain.value, types.widthInside(typeOf(domain)), out, atom('content'), true);
        if (isNested) writer.line(`out.push('}');`);
        writer.close();
        writer.close();
        return;
      }
    }
  }

  /** Returns the function that reads a value of the domain's type; it gives one of the domain if there is none. */
  private readerOf(domain: Domain, width: Width): RsExpression {
    switch (domain.kind) {
      case 'boolean':
        return atom(this.use('read_boolean'));
      case 'integer': {
        const wide = isSafe(domain) ? 'read_integer' : 'read_wide';
        return readBy(this.use(width === 32 ? 'read_narrow' : wide), integer(domain.lo));
      }
      case 'text':
        return readBy(this.use('read_text'), string(shortest(domain)));
      case 'bytes':
        return readBy(this.use('read_bytes'), integer(domain.lo));
      default:
        return atom(this.compoundReader(domain));
    }
  }

  private compoundReader(domain: Extract<Domain, { kind: 'enumeration' | 'list' | 'record' | 'option' }>): string {
    const { types } = this.module;
    const declaredName = this.declarations.declare(domain, `Read${domain.kind}`, (declared) => {
      const writer = new Writer(new Room('the main program'));
      const type = this.qualified(types.ownedOf(typeOf(domain)));
      writer.open(`fn ${snake(declared)}(reader: &mut Reader, json: Option<&Json>) -> ${type} {`);
      this.readParts(writer, domain);
      writer.close();
      return writer.text();
    });
    return snake(declaredName);
  }

  private readParts(writer: Writer, domain: Extract<Domain, { kind: 'enumeration' | 'list' | 'record' | 'option' }>): void {
    const { types } = this.module;
    const { file } = this;
    switch (domain.kind) {
      case 'enumeration': {
        const { name, variants } = types.enumOf(typeOf(domain));
        writer.open('let tag = match json {');
        writer.line('Some(Json::Text(tag)) => tag.as_str(),');
        writer.line('_ => "",');
        writer.close('};');
        writer.open('match tag {');
        for (const [tag, variant] of variants) writer.line(`${flat(string(tag))} => ${file}::${name}::${variant},`);
        writer.open('_ => {');
        writer.line('reader.expected(json, "expected a tag");');
        writer.line(`${file}::${name}::${[...variants.values()][0] ?? ''}`);
        writer.close();
        writer.close();
        return;
      }
      case 'list': {
        this.use('part');
        this.use('Index');
        const read = this.readerOf(domain.element, types.widthInside(typeOf(domain)));
        writer.open('match json {');
        writer.open('Some(Json::Array(items)) => {');
        writer.line('let mut list = Vec::with_capacity(items.len());');
        writer.open('for (index, item) in items.iter().enumerate() {');
        const element = call('part', atom('reader'), atom('&Index(index)'), atom('Some(item)'), read);
        writer.statement('', method(atom('list'), 'push', element), ';');
        writer.close();
        writer.line('list');
        writer.close();
        writer.open('_ => {');
        writer.line('reader.expected(json, "expected a list");');
        if (domain.lo === 0) writer.line('Vec::new()');
        else {
          writer.statement('let read: fn(&mut Reader, Option<&Json>) -> _ =', read, ';');
          writer.line(`(0..${domain.lo}).map(|_| read(reader, None)).collect()`);
        }
        writer.close();
        writer.close();
        return;
      }
      case 'record':
        return this.readRecord(writer, domain);
      case 'option':
        return this.readOption(writer, domain);
    }
  }

  private readRecord(writer: Writer, domain: Extract<Domain, { kind: 'record' }>): void {
    this.use('part');
    const { name, fields } = this.module.types.recordOf(typeOf(domain));
    writer.open('let fields = match json {');
    writer.line('Some(Json::Object(fields)) => Some(fields),');
    writer.open('_ => {');
    writer.line('reader.expected(json, "expected a record");');
    writer.line('None');
    writer.close();
    writer.close('};');
    if (domain.fields.length > 0) {
      this.use('read_member');
    }
    writer.open(`let record = ${this.file}::${name} {`);
    for (const each of domain.fields) {
      const read = this.readerOf(each.domain, this.module.types.widthInside(typeOf(domain), each.name));
      const member = call('read_member', atom('reader'), string(each.name), atom('fields'), read);
      writer.statement(`${fields.get(each.name) ?? each.name}:`, member, ',');
    }
    writer.close('};');
    writer.open(`if fields.map_or(false, |fields| fields.len() > ${domain.fields.length}) {`);
    writer.line('reader.refuse("the record has no other fields");');
    writer.close();
    writer.line('record');
  }

  private readOption(writer: Writer, domain: Extract<Domain, { kind: 'option' }>): void {
    const read = this.readerOf(domain.value, this.module.types.widthInside(typeOf(domain)));
    writer.statement('let read: fn(&mut Reader, Option<&Json>) -> _ =', read, ';');
    writer.open('match json {');
    writer.line('None | Some(Json::Null) => None,');
    if (domain.value.kind === 'option') {
      this.use('part');
      writer.open('Some(Json::Object(members)) if members.len() == 1 && members.contains_key("some") => {');
      writer.line('Some(part(reader, &".some", members.get("some"), read))');
      writer.close();
      writer.open('_ => {');
      writer.line('reader.expected(json, "expected null or an object of some");');
      writer.line('None');
      writer.close();
    } else writer.line('_ => Some(read(reader, json)),');
    writer.close();
  }

  private host(): string {
    const { file, module } = this;
    const methods = module.sources.map((name) => SYSTEM[name] ?? '');
    return `struct System;\n\nimpl ${file}::Host for System {\n${methods.join('\n')}}`;
  }

  /** Returns a type with the names of the module's types. */
  private qualified(type: string): string {
    return type.replaceAll(/\b[A-Z]\w*/g, (name) => (STANDARD.has(name) ? name : `${this.file}::${name}`));
  }
}

const STANDARD: ReadonlySet<string> = new Set(['Vec', 'Option', 'String']);

function snake(declared: string): string {
  return declared.replace(/^(Read|Write)/, (word) => `${word.toLowerCase()}_`).replace(/(\d+)$/, '_$1');
}

function isSafe({ lo, hi }: { readonly lo: Int; readonly hi: Int }): boolean {
  return Number.isSafeInteger(lo) && Number.isSafeInteger(hi);
}

function readBy(name: string, otherwise: RsExpression): RsExpression {
  return closure('reader, json', call(name, atom('reader'), atom('json'), otherwise));
}

/** Returns a text of the domain. */
function shortest({ lo, characters, form }: Extract<Domain, { kind: 'text' }>): string {
  switch (form) {
    case 'hostname':
      return 'a';
    case 'ipv4':
      return '0.0.0.0';
    case 'ipv6':
      return '::';
    case 'path':
      return '/';
    case null: {
      const first = characters.find((each) => Number(each) < 0xd800 || Number(each) > 0xdfff);
      return String.fromCodePoint(Number(first ?? 0)).repeat(lo);
    }
  }
}

const SYSTEM: Readonly<Record<string, string>> = {
  NOW: `    fn now(&mut self) -> i64 {
        let elapsed = std::time::UNIX_EPOCH.elapsed();
        elapsed.map_or(-1, |elapsed| elapsed.as_millis() as i64)
    }
`,
  RANDOM: `    fn random(&mut self, lo: i64, hi: i64) -> i64 {
        let width = (i128::from(hi) - i128::from(lo) + 1) as u128;
        // The remainder of 128 random bits is as good as uniform.
        let bits = u128::from(random_bits()) << 64 | u128::from(random_bits());
        (i128::from(lo) + (bits % width) as i128) as i64
    }
`,
  UUID: `    fn uuid(&mut self) -> String {
        let (a, b) = (random_bits(), random_bits());
        let (high, low) = (a >> 16, a & 0xFFF);
        let (variant, node) = (b >> 48 & 0x3FFF | 0x8000, b & 0xFFFF_FFFF_FFFF);
        let head = format!("{:08x}-{:04x}-4{:03x}", high >> 16, high & 0xFFFF, low);
        format!("{}-{:04x}-{:012x}", head, variant, node)
    }
`,
  ENV: `    fn env(&mut self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }
`,
};

/** The standard library has random numbers only as keys of its hash tables. */
const RANDOM_BITS = `
/// Returns random bits: the hash of a new key.
fn random_bits() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    let key = std::collections::hash_map::RandomState::new();
    key.build_hasher().finish()
}
`;

const MAIN = `
fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().split(b'\\n') {
        let line = line?;
        writeln!(out, "{}", answer(&String::from_utf8_lossy(&line)))?;
        out.flush()?;
    }
    Ok(())
}
`;
