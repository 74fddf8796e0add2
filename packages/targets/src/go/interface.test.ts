import { compile } from '../compile.js';
import { changedByGofmt, GO, outputOfGo, testedByGo } from '../testing/go-toolchain.js';
import { circuitOf } from '../testing/reference.js';
import { compiledTo, isInstalled } from '../testing/toolchain.js';
import { WIDTHS } from '../testing/width-circuit.js';
import { go } from './go.js';

function withTests(source: string) {
  return compile(circuitOf(source), go.target, { certified: false, allowOpen: true, tests: true });
}

const here = isInstalled(GO) ? test : test.skip;

const SHARED = `circuit shared {
  input xs: [0..9; ..5]
  input raw: bytes[..5]
  input rows: [[0..9; ..3]; ..3]
  output same: [0..9; ..5]
  output some_of: [0..9; ..5]
  output fixed: [0..9; ..5]
  output copy: bytes[..5]
  output inner: [[0..9; ..3]; ..3]
  output grown: [0..9; ..60]
  output twice: [0..9; ..60]
  same = xs
  some_of = TAKE(xs, 2)
  fixed = [1, 2, 3]
  copy = raw
  inner = rows
  grown = fold a = xs for x in xs { APPEND(a, x) }
  twice = fold b = xs for x in xs { APPEND(b, 9 - x) }
}`;

here(
  'outputs share no memory with inputs, with each other and with later results',
  () => {
    const files = compiledTo('go', circuitOf(SHARED), { certified: false }).files;
    const script = `package main

import (
	"fmt"

	circuit "circuit/shared"
)

func main() {
	xs := append(make([]int64, 0, 20), 1, 2, 3)
	in := circuit.Inputs{Xs: xs, Raw: []byte{1, 2}, Rows: [][]int64{{1}, {2}}}
	out, err := circuit.Shared(in)
	fmt.Println(out, err, xs[:cap(xs)][3:5])
	out.SomeOf = append(out.SomeOf, 7)
	out.Same[0], out.Fixed[0], out.Copy[0], out.Inner[0][0], out.Grown[1] = 9, 9, 9, 9, 9
	again, _ := circuit.Shared(in)
	fmt.Println(again, in, out.Twice)
}
`;
    const answer = '{[1 2 3] [1 2] [1 2 3] [1 2] [[1] [2]] [1 2 3 1 2 3] [1 2 3 8 7 6]}';
    expect(outputOfGo(files, script)).toBe(`${answer} <nil> [0 0]\n${answer} {[1 2 3] [1 2] [[1] [2]]} [1 2 3 8 7 6]\n`);
  },
  300_000,
);

here(
  'a text that is not UTF-8, a string that is no tag, and a wrong number are refused with port and path',
  () => {
    const source = `circuit refuses {
  input t: text[..3]
  input c: text[..3] of "a-\\u{10fffe}"
  input e: enum { red, green }
  input o: ((0..9)?)?
  output good: bool
  good = t != c and e == .red and o == none
}`;
    const files = compiledTo('go', circuitOf(source), { certified: false }).files;
    const script = `package main

import (
	"errors"
	"fmt"

	circuit "circuit/refuses"
)

func main() {
	good := circuit.Inputs{T: "t", C: "c", E: circuit.ERed}
	fmt.Println(circuit.Refuses(good))
	for _, change := range []func(*circuit.Inputs){
		func(in *circuit.Inputs) { in.T = "\\xff" },
		func(in *circuit.Inputs) { in.T = "\\xed\\xa0\\x80" },
		func(in *circuit.Inputs) { in.C = "\\xff" },
		func(in *circuit.Inputs) { in.C = "\\ufffd" },
		func(in *circuit.Inputs) { in.E = "blue" },
		func(in *circuit.Inputs) { in.O = circuit.Some(circuit.Some(int32(10))) },
	} {
		in := good
		change(&in)
		_, err := circuit.Refuses(in)
		var refused *circuit.DomainError
		fmt.Println(errors.As(err, &refused), err)
	}
}
`;
    expect(outputOfGo(files, script).split('\n')).toEqual([
      '{true} <nil>',
      'true t: expected a text of 0 to 3 code points',
      'true t: expected a text of 0 to 3 code points',
      'true c: expected a text of 0 to 3 code points of its characters',
      'false <nil>',
      'true e: expected one of red, green',
      'true o.some: expected an integer from 0 to 9, or an absent value',
      '',
    ]);
  },
  300_000,
);

test('integers have 32 bits where the domains fit, and no check for that', () => {
  const { compiled } = compiledTo('go', circuitOf(WIDTHS), { certified: false });
  const types = {
    Edge: 'int32',
    Above: 'int64',
    Below: 'int64',
    Natural: 'int32',
    List: '[]int32',
    Narrow: 'int32',
    Wide: 'int64',
    Option: 'Option[int64]',
    Other: 'Option[int64]',
    Sum: 'int32',
    Lists: '[][]int32',
    Same: 'Option[int64]',
  };
  for (const [name, type] of Object.entries(types))
    expect(compiled).toMatch(new RegExp(`\\t${name} +${type.replaceAll(/[[\]]/g, '\\$&')}\n`));
  expect(compiled).not.toMatch(/"edge"|"\.narrow"/);
  expect(compiled).toContain('if in.Natural < 0 {');
  expect(compiled).toContain('edge := int64(in.Edge)');
});

here(
  'the host gives entropy, which is checked',
  () => {
    const source = `circuit asks {
  output now: i64
  output dice: 1..6
  output id: text[36]
  output home: (text[..4_096])?
  now = NOW()
  dice = RANDOM(1, 6)
  id = UUID()
  home = ENV("NONE_SUCH")
}`;
    const files = compiledTo('go', circuitOf(source), { certified: false }).files;
    const script = `package main

import (
	"fmt"

	circuit "circuit/asks"
)

type host struct{ circuit.SystemHost }

func (host) Random(lo, hi int64) int64 { return hi + 1 }

func main() {
	out, err := circuit.Asks(circuit.SystemHost{})
	fmt.Println(out.Dice >= 1, out.Now > 1e12, len(out.ID), out.Home.Valid, err)
	_, err = circuit.Asks(host{})
	fmt.Println(err)
}
`
      .replaceAll('Asks(circuit', 'Asks(circuit.Inputs{}, circuit')
      .replace('Asks(host', 'Asks(circuit.Inputs{}, host');
    expect(outputOfGo(files, script)).toBe('true true 36 false <nil>\nthe random integer is outside its range\n');
  },
  300_000,
);

here(
  'go vet has nothing to say about a circuit with its main program',
  () => {
    expect(() => outputOfGo(compiledTo('go', circuitOf(SHARED), { certified: false }).files, null)).not.toThrow();
  },
  300_000,
);

here(
  'the tests of a circuit pass, and fail for another circuit',
  () => {
    const source = `circuit tested {
  input xs: [0..9; ..3]
  input o: (text[..2])?
  input e: enum { red, green }
  output rs: [0..9; ..3]
  output r: ((0..9)?)?
  output d: 0..9
  require LENGTH(xs) < 3
  rs = REVERSE(xs)
  r = if o == none { none } else { some GET_OR(map x in xs { some x }, 0, none) }
  d = if e == .red { 9 / LENGTH(xs) } else { 1 }
}`;
    const compilation = withTests(source);
    const other = withTests(source.replace('9 / L', '8 / L'));
    if (!compilation.ok || !other.ok) throw new Error('the circuit does not compile');
    const { files, test: commands } = compilation.program;
    expect(commands).toEqual(['go test tested_circuit.go tested_circuit_test.go']);
    expect(changedByGofmt(files.map(({ content }) => content))).toBe('');
    expect(testedByGo(files)).toBe(true);
    expect(testedByGo([...other.program.files.slice(0, 1), ...files.slice(1)])).toBe(false);
  },
  300_000,
);
