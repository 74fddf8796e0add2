import { SOURCE_BYTES } from '@kirchhoff/kernel/limits';

/** A form of source that one number scales: in one dimension, or in two that are multiplied. */
export interface Monster {
  readonly name: string;
  source(size: number): string;
}

/**
 * Returns the largest source of a form below the size limit, and smaller ones: a form that is refused at once when large may be
 * expensive when small.
 */
export function sizesOf(monster: Monster, most = SOURCE_BYTES): readonly number[] {
  const fits = (size: number): boolean => Buffer.byteLength(monster.source(size)) <= most;
  let [lo, hi] = [1, 2];
  while (fits(hi)) [lo, hi] = [hi, 2 * hi];
  while (hi - lo > Math.max(1, lo / 64)) {
    const middle = Math.floor((lo + hi) / 2);
    if (fits(middle)) lo = middle;
    else hi = middle;
  }
  return [1, 4, 16, 64, 256].map((part) => Math.floor(lo / part)).filter((size) => size > 0);
}

function times(count: number, item: (index: number) => string, between = ''): string {
  return Array.from({ length: count }, (_, index) => item(index)).join(between);
}

/** Returns a distinct short name for each number, never a reserved word. */
function name(index: number): string {
  return `w${index.toString(36)}`;
}

interface Circuit {
  readonly before?: string;
  readonly ports?: string;
  readonly body: string;
  /** The domain of the output. Default: an integer. */
  readonly output?: string;
}

function circuit({ before = '', ports = 'input a:0..9\ninput b:0..9\n', body, output = 'i64' }: Circuit): string {
  return `${before}circuit c {\n${ports}output y:${output}\n${body}\n}\n`;
}

/** Returns the count for each of two multiplied dimensions. */
function root(size: number): number {
  return Math.max(1, Math.floor(Math.sqrt(size)));
}

/** Nests an expression to a depth. */
function nested(depth: number, wrap: (inner: string, depth: number) => string, innermost: string): string {
  let text = innermost;
  for (let index = 0; index < depth; index += 1) text = wrap(text, index);
  return text;
}

const FOUR = 'input xs:[0..9;..3]\ninput x0:0..1_000\ninput x1:0..1_000\ninput x2:0..1_000\ninput x3:0..1_000\n';

function of(monster: string, source: (size: number) => string): Monster {
  return { name: monster, source };
}

/** Forms with a large number of one construct. */
const LONG: readonly Monster[] = [
  of('inputs', (n) => circuit({ ports: times(n, (i) => `input ${name(i)}:0..9\n`), body: 'y=w0' })),
  of('inputs of texts', (n) =>
    circuit({ ports: times(n, (i) => `input ${name(i)}:text[..9]\n`), body: `y=LENGTH([${times(n, name, ',')}])` }),
  ),
  of('outputs', (n) =>
    circuit({ ports: `input a:0..9\n${times(n, (i) => `output ${name(i)}:0..9\n`)}`, body: `${times(n, (i) => `${name(i)}=a\n`)}y=a` }),
  ),
  of('requires', (n) => circuit({ body: `${times(n, (i) => `require a+b>=${i % 9}-9\n`)}y=a+b` })),
  of('requires that no input meets at once', (n) =>
    circuit({ ports: 'input a:i64\ninput b:i64\n', body: `${times(n, (i) => `require a%${i + 2}==${i % 2}\n`)}y=b/(a-a%7)` }),
  ),
  of('ensures', (n) => circuit({ body: `y=a+b\n${times(n, () => 'ensure y>=a\n')}` })),
  of('ensures that fail', (n) => circuit({ body: `y=a+b\n${times(n, (i) => `ensure y*y!=${i}\n`)}` })),
  of('stated wires', (n) => circuit({ body: `w0=a\n${times(n, (i) => `${name(i + 1)}:0..9=${name(i)}\n`)}y=${name(n)}` })),
  of('chain of sums', (n) => circuit({ body: `w0=a\n${times(n, (i) => `${name(i + 1)}=${name(i)}+1\n`)}y=${name(n)}` })),
  of('chain of differences', (n) =>
    circuit({ ports: 'input a:i64\ninput b:i64\n', body: `w0=a\n${times(n, (i) => `${name(i + 1)}=b-${name(i)}\n`)}y=${name(n)}` }),
  ),
  of('chain of two before', (n) =>
    circuit({ body: `w0=a\nw1=b\n${times(n, (i) => `${name(i + 2)}=${name(i + 1)}^${name(i)}\n`)}y=${name(n)}` }),
  ),
  of('chain of joins', (n) =>
    circuit({ body: `w0=a\n${times(n, (i) => `${name(i + 1)}=if ${name(i)}>b {${name(i)}-1}else{${name(i)}+1}\n`)}y=${name(n)}` }),
  ),
  of('chain of products of no value, beside a share', (n) =>
    circuit({
      ports: 'input a:0..0\ninput b:1..9\ninput c:0..9\n',
      body: `require c<=b\nm=9_223_372_036_854_775_807\nw0=a\n${times(n, (i) => `${name(i + 1)}=${name(i)}*m\n`)}y=${name(n)}\nensure c*100/b<=100`,
    }),
  ),
  of('chain of products', (n) =>
    circuit({ body: `w0=a\n${times(n, (i) => `${name(i + 1)}=(${name(i)}+a)*(${name(i)}+b)%7\n`)}y=${name(n)}` }),
  ),
  of('chain of quotients', (n) =>
    circuit({ body: `w0=a\n${times(n, (i) => `${name(i + 1)}=(${name(i)}+a)/(${name(i)}+b)\n`)}y=${name(n)}` }),
  ),
  of('equal wires', (n) => circuit({ body: `${times(n, (i) => `${name(i)}=a+b\n`)}y=a` })),
  of('long sum', (n) => circuit({ body: `y=a${'+a'.repeat(n)}` })),
  of('long sum of products', (n) => circuit({ body: `y=a${'+a*b'.repeat(n)}` })),
  of('long conjunction', (n) => circuit({ output: 'bool', body: `y=a<b${' and a<b'.repeat(n)}` })),
  of('long implication', (n) => circuit({ output: 'bool', body: `y=a<b${' implies a<b'.repeat(n)}` })),
  of('long negation', (n) => circuit({ body: `y=${'- '.repeat(n)}a` })),
  of('long not', (n) => circuit({ output: 'bool', body: `y=${'not '.repeat(n)}(a<b)` })),
  of('long xor', (n) => circuit({ body: `y=a${'^b'.repeat(n)}` })),
  of('long join of texts', (n) => circuit({ output: 'text[..1_048_576]', ports: 'input a:text[..1]\n', body: `y=a${'++a'.repeat(n)}` })),
  of('long join of lists', (n) => circuit({ output: '[0..9;..65_536]', ports: 'input a:[0..9;..1]\n', body: `y=a${'++a'.repeat(n)}` })),
  of('long chain of as', (n) => circuit({ body: `y=a${' as 0..9'.repeat(n)}` })),
  of('long chain of defaults', (n) => circuit({ ports: 'input a:(0..9)?\n', body: `y=a${'??a'.repeat(n)}??1` })),
  of('else if', (n) => circuit({ body: `y=${times(n, (i) => `if a*b==${i} {${i}} else `)}{0}` })),
  of('arms of integers', (n) => circuit({ ports: 'input a:i64\n', body: `y=match a {${times(n, (i) => `${2 * i}=>${i},`)}_=>0}` })),
  of('arms of ranges', (n) => circuit({ ports: 'input a:i64\n', body: `y=match a {${times(n, (i) => `${i}..${2 * i}=>a,`)}_=>0}` })),
  of('arms of texts', (n) => circuit({ ports: 'input a:text[..9]\n', body: `y=match a {${times(n, (i) => `"${i}"=>${i},`)}_=>0}` })),
  of('arms of tags', (n) =>
    circuit({ ports: `input a:enum{${times(n, name, ',')}}\n`, body: `y=match a {${times(n, (i) => `.${name(i)}=>${i}`, ',')}}` }),
  ),
  of('arms of deep options', (n) =>
    circuit({
      ports: `input a:0..9${'?'.repeat(60)}\n`,
      body: `y=match a {${times(n, (i) => `${'some '.repeat(60)}${i % 9}=>${i},`)}_=>0}`,
    }),
  ),
  of('arms of options', (n) =>
    circuit({ ports: 'input a:i64?\n', body: `y=match a {${times(n, (i) => `some ${2 * i}=>${i % 9},`)}_=>0}` }),
  ),
  of('tags', (n) => circuit({ ports: `input t:enum{${times(n, name, ',')}}\n`, output: 'bool', body: 'y=t==.w0' })),
  of('fields', (n) => circuit({ ports: `input r:(${times(n, (i) => `${name(i)}:0..9`, ',')})\n`, body: 'y=r.w0' })),
  of('record of fields', (n) => circuit({ ports: 'input a:0..9\n', body: `r=(${times(n, (i) => `${name(i)}:a`, ',')})\ny=r.w0` })),
  of('elements', (n) => circuit({ output: 'bool', body: `y=a in[${times(n, (i) => `${i}`, ',')}]` })),
  of('elements of texts', (n) =>
    circuit({ output: 'bool', ports: 'input a:text[..9]\n', body: `y=a in[${times(n, (i) => `"${i}"`, ',')}]` }),
  ),
  of('elements of wires', (n) => circuit({ body: `xs=[${times(n, (i) => (i % 2 === 0 ? 'a' : 'b'), ',')}]\ny=xs[a]` })),
  of('calls', (n) => circuit({ before: 'component f(a:0..99)->0..99{a}\n', body: `${times(n, (i) => `${name(i)}=f(a+${i % 9})\n`)}y=w0` })),
  of('arguments', (n) =>
    circuit({ before: `component f(${times(n, (i) => `${name(i)}:0..9`, ',')})->0..9{w0}\n`, body: `y=f(${times(n, () => 'a', ',')})` }),
  ),
  of('components', (n) => circuit({ before: times(n, (i) => `component ${name(i)}(a:0..9)->0..9{a}\n`), body: 'y=w0(a)' })),
  of('chain of components', (n) =>
    circuit({
      before: `component w0(a:0..9)->0..9{a}\n${times(n, (i) => `component ${name(i + 1)}(a:0..9)->0..9{${name(i)}(a)}\n`)}`,
      body: `y=${name(n)}(a)`,
    }),
  ),
  of('diamonds of components', (n) =>
    circuit({
      before: `component w0(a:0..9)->0..9{a}\n${times(n, (i) => `component ${name(i + 1)}(a:0..9)->0..9{if a>4{${name(i)}(a)}else{${name(i)}(a+1)}}\n`)}`,
      body: `y=${name(n)}(a)`,
    }),
  ),
  of('folds', (n) =>
    circuit({ ports: 'input xs:[0..9;..3]\n', body: `${times(n, (i) => `${name(i)}=fold s=0 for x in xs{MIN(s+x,9)}\n`)}y=w0` }),
  ),
  of('folds of records', (n) =>
    circuit({
      ports: 'input xs:[0..9;..3]\n',
      body: `${times(n, (i) => `${name(i)}=fold s=(p:0,q:0)for x in xs{(p:s.q,q:MIN(s.p+x,99))}\n`)}y=w0.p`,
    }),
  ),
  of('folds that are followed step by step', (n) =>
    circuit({ body: `${times(n, (i) => `${name(i)}=fold s=a for i in 1..9{s*2+1}\n`)}y=w0` }),
  ),
  of('chain of maps', (n) =>
    circuit({
      ports: 'input xs:[0..9;..3]\n',
      body: `w0=xs\n${times(n, (i) => `${name(i + 1)}=map x in ${name(i)}{9-x}\n`)}y=${name(n)}[0]`,
    }),
  ),
  of('chain of filters', (n) =>
    circuit({
      ports: 'input xs:[0..9;..3]\n',
      body: `w0=xs\n${times(n, (i) => `${name(i + 1)}=filter x in ${name(i)}{x!=${i % 9}}\n`)}y=LENGTH(${name(n)})`,
    }),
  ),
  of('counts', (n) =>
    circuit({ ports: 'input xs:[0..9;..3]\n', body: `${times(n, (i) => `${name(i)}=count x in xs{x>${i % 9}}\n`)}y=w0` }),
  ),
  of('sums of a list', (n) => circuit({ ports: FOUR, body: `${times(n, (i) => `${name(i)}=SUM(xs)/(x0*x1-x2*x3+${i})\n`)}y=1` })),
  of('indices', (n) =>
    circuit({
      ports: 'input xs:[0..9;..9]\ninput a:0..9\n',
      body: `${times(n, (i) => `${name(i)}=if a+${i % 5}<LENGTH(xs){xs[a+${i % 5}]}else{0}\n`)}y=w0`,
    }),
  ),
  of('indices that may fail', (n) =>
    circuit({ ports: 'input xs:[0..9;..9]\ninput a:0..9\n', body: `${times(n, (i) => `${name(i)}=xs[a+${i % 5}]\n`)}y=w0` }),
  ),
  of('one long text', (n) => circuit({ output: 'bool', ports: 'input a:text[..9]\n', body: `y=a=="${'x'.repeat(n)}"` })),
  of('texts', (n) => circuit({ output: 'bool', ports: 'input a:text[..9]\n', body: `y=${times(n, (i) => `a=="${i}"`, ' or ')}` })),
  of('globs', (n) =>
    circuit({ output: 'bool', ports: 'input a:text[..9]\n', body: `y=${times(n, (i) => `MATCHES_GLOB(a,"*${i}*x*")`, ' or ')}` }),
  ),
  of('one long bytes', (n) => circuit({ output: 'bool', ports: 'input a:bytes[..9]\n', body: `y=a==x"${'0a'.repeat(n)}"` })),
  of('digests', (n) =>
    circuit({
      output: 'bytes[32]',
      ports: 'input a:bytes[..9]\n',
      body: `w0=SHA256(a)\n${times(n, (i) => `${name(i + 1)}=SHA256(${name(i)})\n`)}y=${name(n)}`,
    }),
  ),
  of('digests of literals', (n) =>
    circuit({
      output: 'bool',
      ports: 'input a:bytes[..9]\n',
      body: `y=a==SHA256(a)${times(n, (i) => ` or SHA256(x"${(i % 256).toString(16).padStart(2, '0')}")==a`)}`,
    }),
  ),
  of('comments', (n) => circuit({ body: `${'//\n'.repeat(n)}y=a` })),
  of('empty lines', (n) => circuit({ body: `${'\n'.repeat(n)}y=a` })),
  of('one long name', (n) => circuit({ body: `${'w'.repeat(n)}=a\ny=a` })),
  of('one long number', (n) => circuit({ body: `y=${'0'.repeat(n)}1` })),
  of('one number out of range', (n) => circuit({ body: `y=${'9'.repeat(n)}` })),
  of('domains', (n) => circuit({ before: times(n, (i) => `domain D${i}=0..${i}\n`), body: 'y=a' })),
  of('chain of domains', (n) =>
    circuit({ before: `domain D0=0..9\n${times(n, (i) => `domain D${i + 1}=D${i}\n`)}`, ports: `input a:D${n}\n`, body: 'y=a' }),
  ),
  of('chain of domains, last first', (n) =>
    circuit({ before: `${times(n, (i) => `domain D${n - i}=D${n - i - 1}\n`)}domain D0=0..9\n`, ports: `input a:D${n}\n`, body: 'y=a' }),
  ),
  of('doubling domains', (n) =>
    circuit({
      before: `domain D0=0..9\n${times(n, (i) => `domain D${i + 1}=(l:D${i},r:D${i})\n`)}`,
      ports: `input a:D${n}\n`,
      body: 'y=1',
    }),
  ),
  of('doubling records', (n) =>
    circuit({ ports: 'input a:0..9\n', body: `w0=a\n${times(n, (i) => `${name(i + 1)}=(l:${name(i)},r:${name(i)})\n`)}y=1` }),
  ),
  of('pins', (n) => circuit({ before: times(n, (i) => `use "cir_a@${'0'.repeat(64)}" as ${name(i)}\n`), body: 'y=a' })),
  of('mistakes', (n) => circuit({ body: times(n, (i) => `${name(i)}=${name(i + 1)}+nothing\n`) })),
  of('opening brackets', (n) => '('.repeat(n)),
  of('closing brackets', (n) => ')'.repeat(n)),
  of('quotes', (n) => '"'.repeat(n)),
  of('no source', (n) => '\u{1F600}'.repeat(n)),
  of('lines of nothing', (n) => '=\n'.repeat(n)),
];

/** Forms with deep nesting, side by side. */
const DEEP: readonly Monster[] = [
  of('brackets', (n) => circuit({ body: `${times(n, (i) => `${name(i)}=${nested(250, (inner) => `(${inner})`, 'a')}\n`)}y=w0` })),
  of('nested ifs', (n) =>
    circuit({ body: `${times(n, (i) => `${name(i)}=${nested(80, (inner, depth) => `if a>${depth % 9}{${inner}}else{b}`, 'a')}\n`)}y=w0` }),
  ),
  of('nested folds', (n) =>
    circuit({
      ports: 'input n:0..9\n',
      body: `${times(n, (i) => `${name(i)}=fold a0=n for i0 in 1..1{${nested(12, (inner, depth) => `fold a${12 - depth}=a${11 - depth} for i${12 - depth} in 1..1{${inner}}`, 'MIN(a12+n,1_000)')}}\n`)}y=w0`,
    }),
  ),
  of('nested folds of records', (n) =>
    circuit({
      ports: 'input n:0..9\n',
      body: `${times(n, (i) => `${name(i)}=fold a0=(x:n,y:0)for i0 in 1..1{${nested(14, (inner, depth) => `fold a${14 - depth}=(x:a${13 - depth}.y,y:a${13 - depth}.x)for i${14 - depth} in 1..1{${inner}}`, '(x:MIN(a14.x+a14.y,1_000),y:a14.x/2)')}}\n`)}y=w0.x`,
    }),
  ),
  of('nested folds that depend on all around', (n) =>
    circuit({
      ports: 'input n:0..9\n',
      body: `${times(n, (i) => `${name(i)}=fold a0=n for i0 in 1..2{${nested(6, (inner, depth) => `fold a${6 - depth}=a${5 - depth}+i${5 - depth} for i${6 - depth} in 1..2{${inner}}`, 'MIN(a6+a0+a1+a2+a3,1_000)')}}\n`)}y=w0`,
    }),
  ),
  of('nested quantifiers', (n) =>
    circuit({
      ports: 'input xs:[0..9;..3]\n',
      output: 'bool',
      body: `${times(n, (i) => `${name(i)}=${nested(6, (inner, depth) => `any x${6 - depth} in xs{x${6 - depth}>${depth} and ${inner}}`, 'true')}\n`)}y=w0`,
    }),
  ),
  of('nested lists', (n) =>
    circuit({ ports: 'input a:0..9\n', body: `${times(n, (i) => `${name(i)}=${nested(60, (inner) => `[${inner}]`, 'a')}\n`)}y=a` }),
  ),
  of('nested options', (n) =>
    circuit({ ports: 'input a:0..9\n', body: `${times(n, (i) => `${name(i)}=${nested(60, (inner) => `some ${inner}`, 'a')}\n`)}y=a` }),
  ),
  of('nested records', (n) =>
    circuit({ ports: 'input a:0..9\n', body: `${times(n, (i) => `${name(i)}=${nested(60, (inner) => `(x:${inner},y:a)`, 'a')}\n`)}y=a` }),
  ),
  of('ports of nested records', (n) =>
    circuit({
      before: `domain D=${nested(60, (inner) => `(x:${inner},y:0..9)`, '0..9')}\n`,
      ports: times(n, (i) => `input ${name(i)}:D\n`),
      body: 'y=w0.y',
    }),
  ),
  of('ports of nested options', (n) =>
    circuit({ before: `domain D=0..9${'?'.repeat(60)}\n`, ports: times(n, (i) => `input ${name(i)}:D\n`), body: 'y=1' }),
  ),
  of('ports of nested lists', (n) =>
    circuit({
      before: `domain D=${nested(16, (inner) => `[${inner};..2]`, '0..9')}\n`,
      ports: times(n, (i) => `input ${name(i)}:D\n`),
      body: 'y=1',
    }),
  ),
];

/** Forms with two dimensions of about equal size. */
const WIDE: readonly Monster[] = [
  of('requires times sums', (n) =>
    circuit({
      ports: FOUR,
      body: `${times(n, (i) => `require x0+${i}>=x1-2_000\n`)}${times(n, (i) => `${name(i)}=SUM(xs)/(x0*x1-x2*x3+${i})\n`)}y=1`,
    }),
  ),
  of('requires times sums of any size', (n) =>
    circuit({
      ports: FOUR.replaceAll(/\d\.\.[\d_]+/g, 'i64'),
      body: `${times(n, (i) => `require x0+${i}>=x1-2_000\n`)}${times(n, (i) => `${name(i)}=SUM(xs)/(x0*x1-x2*x3+${i})\n`)}y=1`,
    }),
  ),
  of('long requires times calls', (n) =>
    circuit({
      before: `component f(a:0..1_000_000)->0..1_000_000{\nrequire a${times(n, (i) => `^${i % 250}`)}>=0\na}\n`,
      body: `${times(n, (i) => `${name(i)}=f(a+${i})\n`)}y=w0`,
    }),
  ),
  of('requires times calls', (n) =>
    circuit({
      before: `component f(a:0..1_000_000)->0..1_000_000{\n${times(n, (i) => `require a+${i}>=0\n`)}a}\n`,
      body: `${times(n, (i) => `${name(i)}=f(a+${i})\n`)}y=w0`,
    }),
  ),
  of('ensures times calls', (n) =>
    circuit({
      before: `component f(a:0..1_000_000)->0..1_000_000{\na\n${times(n, (i) => `ensure result+${i}>=a\n`)}}\n`,
      body: `${times(n, (i) => `${name(i)}=f(a+${i})\n`)}y=w0`,
    }),
  ),
  of('parameters times calls', (n) => {
    const k = root(n);
    return circuit({
      before: `component f(${times(k, (i) => `${name(i)}:0..1_000`, ',')})->0..1_000{w0}\n`,
      body: `${times(k, (i) => `v${name(i)}=f(${times(k, () => `a+${i}`, ',')})\n`)}y=vw0`,
    });
  }),
  of('calls of many arms', (n) =>
    circuit({
      before: `component f(a:0..1_000_000)->0..2_000_000{\nrequire a<999_999\nmatch a {${times(n, (i) => `${2 * i}=>a+${i},`)}_=>a}\n}\n`,
      body: `${times(n, (i) => `${name(i)}=f(a+${i})\n`)}y=w0`,
    }),
  ),
  of('tags times ports', (n) =>
    circuit({
      before: `domain E=enum{${times(n, name, ',')}}\n`,
      ports: times(n, (i) => `input v${name(i)}:E\n`),
      body: `y=LENGTH([${times(n, (i) => `v${name(i)}`, ',')}])`,
    }),
  ),
  of('long tags times ports', (n) =>
    circuit({
      before: `domain E=enum{${times(n, (i) => `${name(i)}${'x'.repeat(250)}`, ',')}}\n`,
      ports: times(n, (i) => `input v${name(i)}:E\n`),
      body: `y=LENGTH([${times(n, (i) => `v${name(i)}`, ',')}])`,
    }),
  ),
  of('long tags times joins', (n) =>
    circuit({
      before: `domain E=enum{${times(n, (i) => `${name(i)}${'x'.repeat(250)}`, ',')}}\n`,
      ports: 'input e:E\ninput f:E\n',
      body: `v0=e\n${times(n, (i) => `v${i + 1}=if v${i}==f {e}else{f}\n`)}y=1`,
    }),
  ),
  of('long texts times joins', (n) =>
    circuit({
      ports: 'input a:0..9\n',
      body: `v0="${'x'.repeat(100 * n)}"\n${times(n, (i) => `v${i + 1}=if a>${i % 9} {v${i}}else{v0}\n`)}y=1`,
    }),
  ),
  of('tags times comparisons', (n) =>
    circuit({ ports: `input e:enum{${times(n, name, ',')}}\n`, output: 'bool', body: `y=${times(n, (i) => `e==.${name(i)}`, ' or ')}` }),
  ),
  of('tags times matches', (n) => {
    const k = root(n);
    return circuit({
      ports: `input e:enum{${times(k, name, ',')}}\n`,
      body: `${times(k, (i) => `v${name(i)}=match e {${times(k, (j) => `.${name(j)}=>${j}`, ',')}}\n`)}y=vw0`,
    });
  }),
  of('arms times matches of a sum', (n) => {
    const k = root(n);
    return circuit({
      ports: 'input e:i64\n',
      body: `${times(k, (i) => `v${name(i)}=match e {${times(k, (j) => `${3 * j}=>e`, ',')},_=>${i}}\n`)}y=vw0`,
    });
  }),
  of('arms times arms', (n) =>
    circuit({
      ports: 'input a:i64\n',
      body: `v=match a {${times(n, (i) => `${2 * i}=>${3 * i},`)}_=>1}\ny=match v {${times(n, (i) => `${3 * i}=>${i},`)}_=>1}`,
    }),
  ),
  of('joined integers times comparisons', (n) =>
    circuit({
      ports: 'input e:0..1_000_000\n',
      output: 'bool',
      body: `v=match e {${times(n, (i) => `${i}=>${3 * i}`, ',')},_=>1}\ny=${times(n, (i) => `v==${3 * i}`, ' or ')}`,
    }),
  ),
  of('fields times records', (n) =>
    circuit({
      before: `domain R=(${times(n, (i) => `${name(i)}:0..9`, ',')})\n`,
      ports: times(n, (i) => `input v${name(i)}:R\n`),
      output: 'bool',
      body: `y=${times(n - 1, (i) => `v${name(i)}==v${name(i + 1)}`, ' or ')} or true`,
    }),
  ),
  of('fields times joins', (n) =>
    circuit({
      before: `domain R=(${times(n, (i) => `${name(i)}:0..9`, ',')})\n`,
      ports: 'input r:R\ninput s:R\n',
      body: `v0=r\n${times(n, (i) => `v${i + 1}=if r.${name(i)}>4 {v${i}} else {s}\n`)}y=v${n}.w0`,
    }),
  ),
  of('fields times steps', (n) =>
    circuit({
      body: `z=fold s=(${times(n, (i) => `${name(i)}:a`, ',')})for i in 1..9{(${times(n, (i) => `${name(i)}:s.${name((i + 1) % n)}`, ',')})}\ny=z.w0`,
    }),
  ),
  of('fields that grow in a fold', (n) =>
    circuit({
      body: `z=fold s=(${times(n, (i) => `${name(i)}:a`, ',')})for i in 1..9{(${times(n, (i) => `${name(i)}:MIN(s.${name((i + 1) % n)}+1,${i + 9})`, ',')})}\ny=z.w0`,
    }),
  ),
  of('joins times requires', (n) =>
    circuit({
      ports: FOUR,
      body: `${times(n, (i) => `require x0+${i}>=x1-2_000\n`)}w0=x0\n${times(n, (i) => `${name(i + 1)}=if ${name(i)}>x1 {${name(i)}-1}else{${name(i)}+1}\n`)}y=${name(n)}`,
    }),
  ),
  of('chain of inequalities', (n) =>
    circuit({
      ports: times(n + 1, (i) => `input ${name(i)}:i64\n`),
      body: `${times(n, (i) => `require ${name(i)}<${name(i + 1)}\n`)}y=1/(${name(n)}-w0)`,
    }),
  ),
  of('chain of inequalities, often asked', (n) =>
    circuit({
      ports: times(n + 1, (i) => `input ${name(i)}:0..1_000_000\n`),
      body: `${times(n, (i) => `require ${name(i)}<${name(i + 1)}\n`)}${times(n, (i) => `v${name(i)}=1/(${name(n)}-${name(i)})\n`)}y=1`,
    }),
  ),
  of('inequalities of sums', (n) =>
    circuit({
      ports: times(16, (i) => `input ${name(i)}:0..1_000_000\n`),
      body: `${times(n, (i) => `require ${times(15, (j) => `${name(j)}*${(i + j) % 7}`, '+')}<=wf*9+${i}\n`)}${times(n, (i) => `v${name(i)}=1/(wf*9+${i}+1-w0*${i % 7})\n`)}y=1`,
    }),
  ),
  of('polynomials', (n) =>
    circuit({
      ports: times(4, (i) => `input ${name(i)}:0..1_000\n`),
      body: `${times(n, (i) => `v${name(i)}=(w0+w1+w2+${i})*(w1+w2+w3+${i})\n`)}${times(n, (i) => `u${name(i)}=1/(v${name(i)}-w1*w1)\n`)}y=1`,
    }),
  ),
  of('polynomials of polynomials', (n) =>
    circuit({
      ports: times(4, (i) => `input ${name(i)}:0..99\n`),
      body: `v0=(w0+w1+w2+w3)*(w1+w2+w3)\n${times(n, (i) => `v${i + 1}=(v${i}-w0*w1)%99*(w1+w2+w3)+v0\n`)}y=1`,
    }),
  ),
  of('lists of lists', (n) =>
    circuit({ ports: 'input a:0..9\n', body: `xs=[${times(root(n), () => `[${times(root(n), () => 'a', ',')}]`, ',')}]\ny=xs[0][0]` }),
  ),
  of('sorted lists', (n) =>
    circuit({ ports: 'input xs:[0..9;..9]\n', body: `w0=xs\n${times(n, (i) => `${name(i + 1)}=SORT(${name(i)})\n`)}y=${name(n)}[0]` }),
  ),
  of('booleans', (n) =>
    circuit({
      ports: times(n, (i) => `input ${name(i)}:bool\n`),
      output: 'bool',
      body: `v0=w0\n${times(n - 1, (i) => `v${i + 1}=v${i}!=${name(i + 1)}\n`)}z=1/(if v${n - 1} and not v${n - 1} {0}else{1})\ny=v${n - 1}`,
    }),
  ),
  of('cases of few parameters', (n) =>
    circuit({
      ports: 'input a:0..99\ninput b:0..99\ninput c:0..99\n',
      body: `${times(n, (i) => `${name(i)}=1/((a*a+b*b+c*c+${i})%3*0+(a+b)*(a-b)-a*a+b*b+1)\n`)}y=1`,
    }),
  ),
  of('inputs that are all run', (n) =>
    circuit({
      ports: 'input a:0..255\ninput b:0..31\n',
      body: `w0=a\n${times(n, (i) => `${name(i + 1)}=(${name(i)}*${(i % 5) + 1}+b)%251\n`)}y=1/(if ${name(n)}*${name(n)}%251==${name(n)}+300{0}else{1})`,
    }),
  ),
  of('bits for the solver', (n) =>
    circuit({
      ports: 'input a:0..4_294_967_295\ninput b:0..4_294_967_295\n',
      body: `${times(n, (i) => `${name(i)}=1/(if (a^b)+2*(a&b)==a+b+${i}*0 and (a|b)*${i + 3}%${i + 7}>=0 {1}else{0})\n`)}y=1`,
    }),
  ),
  of('products for the solver', (n) =>
    circuit({
      ports: 'input a:2..4_294_967_295\ninput b:2..4_294_967_295\n',
      body: `${times(n, (i) => `${name(i)}=if a*b==1_000_003*${i + 7} {1/(a%2+b%3-2)} else {0}\n`)}y=1`,
    }),
  ),
  of('square of a long sum for the solver', (n) =>
    circuit({
      ports: times(n, (i) => `input ${name(i)}:0..1_000\n`),
      body: `s=${times(n, name, '+')}\ny=1/(s*s-s*${n}+7)`,
    }),
  ),
  of('long terms for the solver', (n) =>
    circuit({
      ports: times(8, (i) => `input ${name(i)}:0..65_535\n`),
      body: `${times(n, (i) => `v${name(i)}=1/((${times(8, (j) => `(w${j}*w${(j + i) % 8}^${i})`, '|')})%65_537*2+1-1*w0*w1%2)\n`)}y=1`,
    }),
  ),
  of('calls for the solver', (n) =>
    circuit({
      before: 'component f(a:0..1_000_000,b:0..1_000_000)->0..1_000_000{\n(a*b^a)%1_000_001 as 0..1_000_000\n}\n',
      ports: FOUR,
      body: `${times(n, (i) => `${name(i)}=SUM(xs)/(f(x0,x1+${i})*f(x2,x3)-f(x2,x1)+${i})\n`)}y=1`,
    }),
  ),
  of('calls of a long body that no run enters, for the solver', (n) => {
    const long = Math.floor(n / 2);
    const calls = Math.min(40, long);
    return circuit({
      before: `component f(a:0..1_000)->0..9_000_000{\nfold s:0..9_000_000=a*a+1 for i in 1..0{(s${times(long, (i) => `^${i % 250}`)})%9_000}\n}\n`,
      ports: 'input a:0..900\ninput b:1..900\n',
      body: `${times(Math.ceil(long / calls), (i) => `${name(i)}=1/(${times(calls, (j) => `f(a+${(i + j) % 99})`, '+')}+a*b-a*b%b)\n`)}y=1`,
    });
  }),
  of('loops in calls for the solver', (n) =>
    circuit({
      before: 'component f(a:0..1_000,b:0..1_000)->0..1_000{\nfold s:0..1_000=a for i in 1..5_000{(s*b+i)%1_001}\n}\n',
      ports: FOUR,
      body: `${times(n, (i) => `${name(i)}=1/(if f(x0,x1)*x2%7+${i}==x3*x2*5_000_011+${i} and x3>0 and x2>1 {0} else {1})\n`)}y=1`,
    }),
  ),
  of(
    'rules times actions',
    (n) =>
      `policy p {\n${times(n, (i) => `action "a.${name(i)}" (cents:0..100_000)\n`)}${times(n, (i) => `rule ${name(i)} allow on "a.*" when cents>${i}\n`)}default deny\n}\n`,
  ),
  of(
    'rules',
    (n) =>
      `policy p {\naction "a" (cents:0..100_000)\n${times(n, (i) => `rule ${name(i)} allow on "a" when cents>${i}\n`)}default deny\n}\n`,
  ),
  of(
    'actions',
    (n) =>
      `policy p {\n${times(n, (i) => `action "a.${name(i)}" (cents:0..100_000)\n`)}rule r allow on "a.*" when cents>1\ndefault deny\n}\n`,
  ),
  of(
    'constants times actions',
    (n) =>
      `policy p {\n${times(n, (i) => `action "a.${name(i)}" (cents:0..100_000)\n`)}${times(n, (i) => `${name(i)}=${i}\n`)}rule r allow on "a.*" when cents>${name(n - 1)}\ndefault deny\n}\n`,
  ),
  of(
    'components times actions',
    (n) =>
      `policy p {\n${times(n, (i) => `action "a.${name(i)}" (cents:0..100_000)\n`)}${times(n, (i) => `component v${name(i)}(a:0..100_000)->bool{a>${i}}\n`)}rule r allow on "a.*" when v${name(n - 1)}(cents)\ndefault deny\n}\n`,
  ),
];

export const MONSTERS: readonly Monster[] = [...LONG, ...DEEP, ...WIDE];
