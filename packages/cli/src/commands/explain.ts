import { CLOSURE_REASON_TITLES, DIAGNOSTIC_CODES, MONOMERS, type Monomer, mcCode } from '@kirchhoff/coherence';
import type { Command } from 'commander';
import { type Context, type ExitCode, usageFailure } from '../context.js';
import { type Finish, printJson } from './command.js';

export function addExplain(program: Command, context: Context, finish: Finish): void {
  program
    .command('explain')
    .description('Explain the code of an error, or an operation of the catalog')
    .argument('<name>', 'a code such as unclosed-bracket or division, an operation such as CLAMP, or its code MC_12')
    .option('--json', 'print one line of JSON')
    .action((name: string, options: { readonly json?: boolean }) =>
      finish(async () => Promise.resolve(explain(context, name, options.json === true))),
    );
}

function explain(context: Context, name: string, json: boolean): ExitCode {
  const monomer = MONOMERS.find((each) => each.name === name.toUpperCase() || mcCode(each.index) === name.toUpperCase());
  if (monomer !== undefined) {
    if (json) printJson(context, explanationOf(monomer));
    else context.out.write(monomerText(monomer, context));
    return 0;
  }
  const titles: Readonly<Record<string, string>> = { ...DIAGNOSTIC_CODES, ...CLOSURE_REASON_TITLES };
  const code = name.toLowerCase();
  const title = Object.hasOwn(titles, code) ? titles[code] : undefined;
  if (title === undefined) {
    throw usageFailure(
      `There is no code and no operation '${name}'.`,
      `Near it: ${nearest(name, [...Object.keys(titles), ...MONOMERS.map((each) => each.name)]).join(', ')}.`,
    );
  }
  const isReason = Object.hasOwn(CLOSURE_REASON_TITLES, code);
  const kind = isReason ? 'an error of the proof' : 'an error or a warning of the source';
  if (json) printJson(context, { code, title, kind });
  else context.out.write(`${context.out.style.bold(code)}: ${title}.\nThis is ${kind}.\n${isReason ? PROOF : ''}`);
  return 0;
}

const PROOF = `The program is open: the engine has no proof of this statement. With an input, the statement is false for that input.
Without one, the engine found neither a proof nor an input: the message says what it knows of each side.
`;

function explanationOf({ index, name, family, signature, description, needs, range, operator, form, examples }: Monomer) {
  return { code: mcCode(index), name, family, signature, description, needs, range, operator, form, examples };
}

function monomerText(monomer: Monomer, { out: { style } }: Context): string {
  const { index, name, family, signature, description, needs, range, operator, form, examples } = monomer;
  const lines = [
    `${style.bold(`${name}${signature}`)}  ${style.dim(`${mcCode(index)}, ${family}`)}`,
    description,
    ...(needs === null ? [] : [`Needs: ${needs}.`]),
    `Result: ${range}.`,
    ...(operator === null ? [] : [`Written as: ${operator}`]),
    ...(form === null ? [] : [`Form: ${form}`]),
    'Examples:',
    ...examples.map((example) => {
      const given = example.arguments.map((each) => JSON.stringify(each)).join(', ');
      return `  ${name}(${given}) = ${example.error ?? JSON.stringify(example.result)}`;
    }),
  ];
  return `${lines.join('\n')}\n`;
}

/** Up to five names by the number of pairs of letters that they share with the given one (the coefficient of Dice). */
function nearest(name: string, names: readonly string[]): readonly string[] {
  const wanted = pairs(name);
  const score = (other: string): number => {
    const found = pairs(other);
    const shared = [...found].filter((pair) => wanted.has(pair)).length;
    return (2 * shared) / (found.size + wanted.size);
  };
  return names.toSorted((a, b) => score(b) - score(a)).slice(0, 5);
}

function pairs(name: string): ReadonlySet<string> {
  const text = ` ${name.toLowerCase()} `;
  return new Set(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)));
}
