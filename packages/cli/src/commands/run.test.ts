import { eachInAFolder, OPEN } from '../testing/kir.fixture.js';

const folder = eachInAFolder();

const MIXED = `circuit mixed {
  input name: text[..9]
  input colour: enum { red, green }
  input wide: i64
  input xs: [0..9; ..3]
  output greeting: text[..20]
  output same_colour: enum { red, green }
  output same_wide: i64
  output total: 0..27

  greeting = "hi " ++ name
  same_colour = colour
  same_wide = wide
  total = SUM(xs)
}
`;

const POLICY = `policy refunds {
  action "pay.refund" (cents: 0..100_000)
  rule small allow on "pay.refund" when cents <= 5_000 "small amounts"
  default review
}
`;

describe('kir run', () => {
  it('runs a circuit on inputs of the command line, in the form of each domain', async () => {
    folder().write({ 'mixed.kir': MIXED });
    const words = ['run', 'mixed.kir', 'name=a=b', 'colour=.green', 'wide=-9_223_372_036_854_775_808', 'xs=[1, 2]', '--json'];
    const { exitCode, out } = await folder().kir(words);
    expect([exitCode, JSON.parse(out)]).toEqual([
      0,
      { kind: 'outputs', outputs: { greeting: 'hi a=b', same_colour: 'green', same_wide: '-9223372036854775808', total: 3 } },
    ]);
  });

  it('takes inputs as JSON, from a file and from standard input', async () => {
    folder().write({ 'share.kir': OPEN, 'inputs.json': '{"total": 9, "parts": 2}' });
    const json = '{"total": 9, "parts": 2}';
    const each = await Promise.all([
      folder().kir(['run', 'share.kir', '--inputs', json]),
      folder().kir(['run', 'share.kir', '--inputs', 'inputs.json']),
      folder().kir(['run', 'share.kir', '--inputs', '-'], { stdin: json }),
      folder().kir(['run', 'share.kir'], { stdin: json }),
    ]);
    expect(each).toEqual(Array.from({ length: 4 }, () => ({ exitCode: 0, out: '{\n  "each": 4\n}\n', err: '' })));
  });

  it('exits with 1 for inputs that are refused and for an operation that fails', async () => {
    folder().write({ 'share.kir': OPEN });
    expect(await folder().kir(['run', 'share.kir', 'total=9'])).toEqual({
      exitCode: 1,
      out: '',
      err: 'refused: parts: the port is missing\n',
    });
    const failed = await folder().kir(['run', 'share.kir', 'total=9', 'parts=0']);
    expect([failed.exitCode, failed.err]).toEqual([1, expect.stringMatching(/^failed: line 6, each: DIV needs b is not 0/)]);
  });

  it('exits with 2 for inputs that cannot be read', async () => {
    folder().write({ 'share.kir': OPEN });
    const wrong = [
      ['total'],
      ['none=1'],
      ['total=x'],
      ['total=1', 'total=2'],
      ['total=1', '--inputs', '{}'],
      ['--inputs', '{"total": 1, "total": 2}'],
      ['--inputs', 'none.json'],
      ['--action', 'a.b'],
    ];
    for (const words of wrong) expect([words, (await folder().kir(['run', 'share.kir', ...words])).exitCode]).toEqual([words, 2]);
  });

  it('decides an action by a policy', async () => {
    folder().write({ 'refunds.kir': POLICY });
    const decide = async (...words: readonly string[]) => folder().kir(['run', 'refunds.kir', ...words]);
    expect(await decide('--action', 'pay.refund', 'cents=5_000')).toEqual({ exitCode: 0, out: 'ALLOW: small amounts\n', err: '' });
    expect((await decide('--action', 'pay.refund', 'cents=5_001')).out).toMatch(/^REVIEW/);
    const outside = await decide('--action', 'pay.refund', 'cents=-1', '--json');
    expect([outside.exitCode, JSON.parse(outside.out).verdict]).toEqual([1, 'DENY']);
    const unknown = await decide('--action', 'pay.payout');
    expect([unknown.exitCode, unknown.err]).toEqual([2, expect.stringContaining('Its actions are: pay.refund.')]);
  });

  it('prints no character that a terminal would obey', async () => {
    const told = POLICY.replace('"small amounts"', '"\\u{1B}[2J\\u{9B}2Jcleared\\u{202E}"');
    folder().write({ 'p.kir': told, 'c.kir': 'circuit c {\n  output t: text[..9]\n  t = "\\u{1B}[2J\\u{9B}2J"\n}\n' });
    const ran = [await folder().kir(['run', 'p.kir', '--action', 'pay.refund', 'cents=1']), await folder().kir(['run', 'c.kir'])];
    for (const { exitCode, out } of ran)
      expect([exitCode, ['\u001b', '\u009b', '\u202e'].filter((each) => out.includes(each))]).toEqual([0, []]);
    expect(JSON.parse(ran[1]?.out ?? '').t).toBe('\u001b[2J\u009b2J');
  });
});
