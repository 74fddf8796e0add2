import { changedByBlack, hasBlack } from '../testing/black.js';
import { CIRCUITS } from '../testing/corpus.js';
import { FORMS, formSource } from '../testing/forms.js';
import { circuitOf } from '../testing/reference.js';
import { compiledTo } from '../testing/toolchain.js';
import { Effort, laidOut } from './layout.js';
import { PIECES } from './runtime/pieces.js';

/** One of so many circuits is formatted here, all in the long tests: black takes longer than the compilation. */
const APART = 3;

test('the formatter changes nothing in what circuits of every kind compile to', () => {
  const forms = FORMS.filter((_, index) => index % APART === 0).map(([, body]) => circuitOf(formSource(body)));
  const files = [...forms, ...CIRCUITS.slice(-12).map(({ program }) => program)].flatMap((program) => {
    return [
      ...compiledTo('python', program, { certified: false, tests: true }).files,
      ...compiledTo('python', program, { certified: true }).files.slice(0, 1),
    ];
  });
  if (hasBlack()) expect(changedByBlack(files.map(({ content }) => content))).toBe('');
}, 300_000);

test('the formatter changes nothing in any piece of the runtime', () => {
  const pieces = Object.values(PIECES).map(({ code }) => `${code.trim()}\n`);
  if (hasBlack()) expect(changedByBlack(pieces)).toBe('');
}, 120_000);

test('the formatter changes nothing in long statements', () => {
  const long = 'a_name_that_is_so_long_that_few_of_its_kind_fit';
  const statements = [
    `x = ${long}_1 + ${long}_2 + ${long}_3`,
    `x = ${long}_1 + f(${long}_2, ${long}_3)`,
    `x = ${long}_1(${long}_2)(${long}_3)`,
    `x = f(${long}_1)[${long}_2 + 1 : ${long}_3]`,
    `x = ${long}_1 if ${long}_2 == ${long}_3 else ${long}_4 if y else z`,
    `x = [${long}_1, ${long}_2, ${long}_3]`,
    `x = [${long}_1 for ${long}_2 in ${long}_3 if ${long}_1 not in ${long}_2]`,
    `x = any(${long}_1 < ${long}_2 and not f(${long}_1, -1) for ${long}_2 in ${long}_3)`,
    `x = "${'text '.repeat(20)}"`,
    `x = f("${'text '.repeat(20)}")`,
    `x = (${long}_1 + ${long}_2) * (${long}_3 - 1)`,
    `x = -f(${long}_1) ** 2 // (${long}_2 & 0xFF)`,
    `x = ((((${long}_1,),),), [[${long}_2], [${long}_3]])`,
    `x = ${long}_1.attribute.method(${long}_2).other(${long}_3).more()`,
    `x = R(a=R(a=${long}_1, b=${long}_2), b=[R(a=${long}_3, b=1), R(a=2, b=3)])`,
    `x += ${long}_1 * ${long}_2`,
    `x[${long}_1] = ${long}_2[${long}_3]`,
    `f(${long}_1, ${long}_2, *${long}_3)`,
    `raise Fault(7, "${'text '.repeat(20)}")`,
    `x = yield f(${long}_1, ${long}_2)`,
    `x = f((yield g(${long}_1, ${long}_2)), ${long}_3)`,
    `x = ${long}_1 is not None and (${long}_2 is None or ${long}_3 != 4)`,
    `x = not (${long}_1 or ${long}_2) and ${long}_3 in (1, 2)`,
    `x = {"a": (${long}_1, None), "b": (${long}_2, ${long}_3)}`,
    `${long}_1_${long}_2 = ${long}_1_${long}_2`,
    'x = len(each_value) <= 600 and all(-(2**63) <= element < 2**63 for element in value)',
    `x = f()[0][0][0][0][0][0] + ${long}_1[0][0][0][0][0][0] + ${long}_2[0][0]`,
  ];
  const heads = [
    `if ${long}_1 < ${long}_2 <= ${long}_3:`,
    `if not (${long}_1 and ${long}_2) or ${long}_3:`,
    `if f(${long}_1, ${long}_2):`,
    `for element in f(${long}_1, ${long}_2):`,
    `for ${long}_1 in range(${long}_2, ${long}_3 + 1):`,
    `def f(${long}_1: int, ${long}_2: list[Optional[int]]) -> Optional[tuple[str]]:`,
    `def f(*, ${long}_1: int) -> ${long}_2:`,
    `def ${long}_1_${long}_2(a: int) -> int:`,
    `def f(*, a: int, ${long}_1: int, ${long}_2: int, b: int, c: int, d: int, e: int) -> int:`,
  ];
  const effort = new Effort();
  const laid = (text: string, depth: number) => laidOut(text, depth, effort).join('\n');
  const flat = statements.flatMap((statement) => [0, 1].map((depth) => `${depth === 0 ? '' : 'if x:\n'}${laid(statement, depth)}\n`));
  const nested = heads.map((head) => `${laid(head, 0)}\n    pass\n`);
  const returned = statements.map((statement) => {
    const value = statement.replace(/^(?:x \+?=|raise) /, '');
    return `def f():\n${laid(`return ${value}`, 1)}\n`;
  });
  if (hasBlack()) expect(changedByBlack([...flat, ...nested, ...returned.slice(0, 15)])).toBe('');
}, 120_000);
