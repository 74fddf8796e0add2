import { compile } from '../compile.js';
import { scriptInPython } from '../testing/python-toolchain.js';
import { circuitOf } from '../testing/reference.js';
import { compiledTo } from '../testing/toolchain.js';
import { python } from './python.js';
import { RESERVED, RESERVED_CLASSES } from './reserved.js';
import { PIECES } from './runtime/pieces.js';
import { HOST_METHODS } from './runtime/sources.js';

/** The function that Python code calls, without JSON between. */

const SOURCE = `circuit every {
  input small: 0..9
  input wide: i64
  input flag: bool
  input tag: enum { a, b }
  input name: text[1..2]
  input chars: text[..3] of "a-c"
  input raw: bytes[..2]
  input items: [[0..9; ..2]; 1..2]
  input option: (0..9)?
  input nested: ((bool)?)?
  input point: (y: [0..9; ..2], x: i64)
  output point_out: (y: [0..9; ..2], x: i64)
  output nested_out: ((bool)?)?
  output lists: [[0..9; ..2]; ..3]
  output good: bool
  require small > 0
  point_out = point
  nested_out = nested
  lists = items
  good = flag and wide > small and tag == .a and name != chars and LENGTH(raw) > (option ?? 0)
}`;

const GIVEN = `
from every_circuit import DomainError, EveryOutputs, Point, every
GIVEN = dict(small=1, wide=-2**63, flag=True, tag="a", name="\\U0001f389", chars="abc", raw=b"x",
             items=[[1], [2, 3]], option=None, nested=(None,), point={"x": 2**63 - 1, "y": (7,)})

def refusal(**changes):
    try:
        return every(**{**GIVEN, **changes})
    except DomainError as error:
        assert str(error) == f"{error.port or 'inputs'}{error.path}: {error.message}"
        return [error.port, error.path]
`;

/** Runs statements after {@link GIVEN}, and returns the JSON that they print. */
function told(script: string): unknown {
  return JSON.parse(scriptInPython(compiledTo('python', circuitOf(SOURCE), { certified: false }), `${GIVEN}\n${script}`));
}

test('values of Python are taken and given: tuples, a dict for a record, a tuple for an option in an option', () => {
  const script = `
outputs = every(**GIVEN)
assert type(outputs) is EveryOutputs and type(outputs.point_out) is Point
assert every(**{**GIVEN, "point": outputs.point_out, "items": ([1], (2, 3))}) == outputs
assert outputs.lists is not GIVEN["items"] and type(outputs.point_out.y) is list
print(json.dumps([outputs.point_out.x, outputs.point_out.y, outputs.nested_out, outputs.lists, outputs.good]))`;
  expect(told(script)).toEqual([2 ** 63, [7], [null], [[1], [2, 3]], false]);
});

const HOSTILE: readonly (readonly [name: string, change: string, port: string, path: string])[] = [
  ['a bool is no integer', 'small=True', 'small', ''],
  ['a float is no integer', 'small=1.0', 'small', ''],
  ['an instance of a subclass is none', 'small=type("Odd", (int,), {"__le__": lambda *_: True})(99)', 'small', ''],
  ['an integer beyond 64 bits', 'wide=2**63', 'wide', ''],
  ['an integer is no bool', 'flag=1', 'flag', ''],
  ['a tag that is none', 'tag="c"', 'tag', ''],
  ['an unhashable tag', 'tag=[]', 'tag', ''],
  ['a lone surrogate', 'name="\\ud83c"', 'name', ''],
  ['an empty text', 'name=""', 'name', ''],
  ['other characters', 'chars="abd"', 'chars', ''],
  ['a line break after the characters', 'chars="ab\\n"', 'chars', ''],
  ['a text for bytes', 'raw="x"', 'raw', ''],
  ['a bytearray', 'raw=bytearray(b"x")', 'raw', ''],
  ['an element', 'items=[[1], [10]]', 'items', '[1][0]'],
  ['an element that is no list', 'items=[[1], None]', 'items', '[1]'],
  ['a named tuple for a list', 'items=Point([1], 1)', 'items', ''],
  ['too many elements', 'items=[[], [], []]', 'items', ''],
  ['an iterator', 'items=iter([])', 'items', ''],
  ['an option', 'option=10', 'option', ''],
  ['a list for an option in an option', 'nested=[True]', 'nested', ''],
  ['two values in an option', 'nested=(True, True)', 'nested', ''],
  ['the content of an option', 'nested=(1,)', 'nested', '.some'],
  ['a missing field', 'point={"x": 1}', 'point', '.y'],
  ['a field', 'point={"x": 1, "y": [1, True]}', 'point', '.y[1]'],
  ['a further field', 'point={"x": 1, "y": [], "z": 1}', 'point', ''],
  ['a tuple for a record', 'point=([], 1)', 'point', ''],
  ['a field of a named tuple', 'point=Point([], 2**63)', 'point', '.x'],
];

test('values outside their domains are refused at their port and path', () => {
  const answers = told(`print(json.dumps([${HOSTILE.map(([, change]) => `refusal(${change})`).join(', ')}]))`);
  const names = HOSTILE.map(([name]) => name);
  expect(Array.isArray(answers) ? answers.map((answer, index) => [names[index], ...[answer].flat()]) : answers).toEqual(
    HOSTILE.map(([name, , port, path]) => [name, port, path]),
  );
});

test('a list that grows while its elements are read keeps the length that was checked', () => {
  const source = `circuit grows {
    input rows: [(x: 0..9); ..2]
    output count: 0..2
    count = LENGTH(rows)
  }`;
  const script = `
from grows_circuit import grows

class Key(str):
    __hash__ = str.__hash__
    def __eq__(self, other):
        if len(rows) < 9:
            rows.append({"x": 2})
        return str.__eq__(self, other)

rows = [{Key("x"): 1}]
print(json.dumps([grows(rows=rows).count, len(rows) > 1]))`;
  expect(JSON.parse(scriptInPython(compiledTo('python', circuitOf(source), { certified: false }), script))).toEqual([1, true]);
});

/** Returns a circuit of operations whose helpers call functions of Python. */
function callingHelpers(circuit: string, component: string): string {
  return `component ${component}(t: text[..9]) -> bool { LUHN(t) }
circuit ${circuit} {
  input address: u32
  input digits: text[..9]
  input host: ipv6
  input parts: [text[..3]; ..3]
  output quad: text[7..15]
  output is_card: bool
  output is_local: bool
  output joined: text[..11]
  quad = FORMAT_IPV4(address)
  is_card = ${component}(digits)
  is_local = host == "::1"
  joined = JOIN_TEXT(parts, ".")
}`;
}

test.each(['map', 'next', 'reversed'])('a circuit and a component with the name of a function that helpers call: %s', (name) => {
  const answers = (
    [
      [name, 'own', `${name}_`],
      ['own', name, 'own'],
    ] as const
  ).map(([circuit, component, written]) => {
    const script = `
from ${circuit}_circuit import ${written} as compute
print(json.dumps(compute(address=1, digits="18", host="::1", parts=["a", "b"])))`;
    return JSON.parse(scriptInPython(compiledTo('python', circuitOf(callingHelpers(circuit, component)), { certified: false }), script));
  });
  const answer = ['0.0.0.1', true, true, 'a.b'];
  expect(answers).toEqual([answer, answer]);
});

test('every name of Python that the runtime uses is reserved', () => {
  const code = [...Object.values(PIECES), ...Object.values(HOST_METHODS)].map((piece) => piece.code);
  const script = `
import builtins, textwrap
texts = json.loads(${JSON.stringify(JSON.stringify(code))})
nodes = [node for text in texts for node in ast.walk(ast.parse(textwrap.dedent(text)))]
names = {node.id for node in nodes if isinstance(node, ast.Name)}
print(json.dumps(sorted(name for name in names if hasattr(builtins, name))))`;
  const program = compiledTo('python', circuitOf(SOURCE), { certified: false });
  const used: readonly string[] = JSON.parse(scriptInPython(program, script));
  expect(used).toEqual(expect.arrayContaining(['map', 'StopIteration']));
  expect(used.filter((name) => ![...RESERVED, ...RESERVED_CLASSES].includes(name))).toEqual([]);
});

test('a require has no port, and a missing or an unknown argument is an error of Python', () => {
  const script = `
def error_of(**inputs):
    try:
        every(**inputs)
    except TypeError as error:
        return str(error)
missing = {name: value for name, value in GIVEN.items() if name != "raw"}
print(json.dumps([refusal(small=0), error_of(**missing), error_of(**GIVEN, other=1)]))`;
  expect(told(script)).toEqual([[null, ''], expect.stringContaining("'raw'"), expect.stringContaining("'other'")]);
});

test('entropy sources ask the host that the caller gives, within their ranges', () => {
  const source = `circuit asks {
    input host: 0..9
    output now: i64
    output luck: i64
    output id: text[36]
    output env: text[..4096]?
    now = NOW() + host
    luck = lucky(host)
    id = UUID()
    env = ENV("HOME")
  }
  component lucky(n: 0..9) -> i64 { RANDOM(n, 12) }`;
  const script = `
from asks_circuit import DomainError, Fault, Host, asks

class Given(Host):
    def __init__(self, now=5, random=12, uuid="00000000-0000-4000-8000-000000000000", env="here"):
        self.given = (now, random, uuid, env)
    def now(self):
        return self.given[0]
    def random(self, lo, hi):
        assert (lo, hi) == (9, 12)
        return self.given[1]
    def uuid(self):
        return self.given[2]
    def env(self, name):
        return self.given[3] if name == "HOME" else None

def told(**given):
    try:
        return list(asks(host_=9, host=Given(**given)))
    except DomainError as error:
        return [error.port, error.path]

own = asks(host_=9)
assert 9 <= own.luck <= 12 and own.now > 10**12 and len(own.id) == 36
print(json.dumps([told(), told(env=None), told(now=-1), told(random=13), told(uuid="x"), told(env="\\ud800"), told(env="x" * 4097)]))`;
  const given = [14, 12, '00000000-0000-4000-8000-000000000000', 'here'];
  const refused = [null, ''];
  expect(JSON.parse(scriptInPython(compiledTo('python', circuitOf(source), { certified: false }), script))).toEqual([
    given,
    [...given.slice(0, 3), null],
    ...Array.from({ length: 5 }, () => refused),
  ]);
});

test('a program has a header, ports and promises in its documentation, and only the helpers that it uses', () => {
  const source = `circuit halves {
    input n: 0..9
    input class: text[..3] of "a-c\\"\\\\"
    output half: 0..9
    half = n / 2
    ensure half <= n "it's \\"\\"\\" at most \\\\ n é"
  }`;
  const program = circuitOf(source);
  const compilation = compile(program, python.target, { certified: true, allowOpen: false, guards: false });
  if (!compilation.ok) throw new Error(compilation.message);
  const { compiled, run, entry } = compilation.program;
  expect([run, entry]).toEqual([[], 'halves_circuit.py']);
  expect(compiled).toContain(`# halves: compiled by Kirchhoff from the circuit ${program.hash}.\n# Closed (phi_c 1)`);
  expect(compiled).toContain('def halves(*, n: int, class_: str) -> HalvesOutputs:\n    """Compute the outputs of the circuit halves.');
  expect(compiled).toContain('        n: 0..9\n');
  expect(compiled).toContain('        it\'s \\"\\"\\" at most \\\\ n \\\\u{e9}\n');
  expect(compiled).toContain('    half = n // 2\n    return HalvesOutputs(half=half)\n');
  expect(compiled).not.toMatch(/Fault|GuardError|_divide/);
  expect(compiled).toBe(compiledTo('python', program, { certified: true, guards: false }).compiled);
});
