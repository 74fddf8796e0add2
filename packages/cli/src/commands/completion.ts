import { type Command, Option } from 'commander';
import type { Context } from '../context.js';
import type { Finish } from './command.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

const HELP = `
Examples:
  source <(kir completion bash)        in ~/.bashrc
  source <(kir completion zsh)         in ~/.zshrc, after compinit
  kir completion fish | source         in ~/.config/fish/config.fish
  kir manual > kir.1 && man ./kir.1`;

/** completion, manual: both are written from the tree of commands, so that they are never stale. */
export function addCompletion(program: Command, context: Context, finish: Finish): void {
  program
    .command('completion')
    .description('Print the completion script of a shell')
    .addArgument(program.createArgument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText('after', HELP)
    .action((shell: Shell) =>
      finish(async () => {
        context.out.write(scriptOf(shell, wordsOf(program)));
        return Promise.resolve(0);
      }),
    );
  program
    .command('manual')
    .description('Print the manual page, for man')
    .action(() =>
      finish(async () => {
        context.out.write(manualOf(program));
        return Promise.resolve(0);
      }),
    );
}

/** The words that may follow a sequence of commands. */
interface Words {
  /** The preceding commands: empty, `check`, `keys create`. */
  readonly path: string;
  readonly commands: readonly Command[];
  readonly options: readonly Option[];
}

function wordsOf(command: Command, path = ''): readonly Words[] {
  const commands = command.commands.filter((each) => each.name() !== 'help');
  const own: Words = { path, commands, options: [...command.options, new Option('-h, --help', 'display help for command')] };
  return [own, ...commands.flatMap((each) => wordsOf(each, `${path} ${each.name()}`.trim()))];
}

function scriptOf(shell: Shell, words: readonly Words[]): string {
  switch (shell) {
    case 'bash':
      return bash(words);
    case 'zsh':
      // zsh runs the script of bash, and completes files if that offers no word.
      return `autoload -U +X bashcompinit && bashcompinit\n${bash(words)}`;
    case 'fish':
      return fish(words);
  }
}

/** Commands are words; options begin with two hyphens. Sources are completed as files. */
function bash(words: readonly Words[]): string {
  const cases = words.map(({ path, commands, options }) => {
    const offered = [
      ...commands.map((each) => each.name()),
      ...options.flatMap(({ long }) => (long === undefined || long === null ? [] : [long])),
    ];
    return `    '${path}') words='${offered.join(' ')}' ;;`;
  });
  const known = words.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`);
  return `_kir() {
  local path='' word words='' next
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    next="\${path:+$path }$word"
    case "$next" in ${known.join('|')}) path="$next" ;; esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _kir kir
`;
}

function fish(words: readonly Words[]): string {
  return words
    .flatMap(({ path, commands, options }) => {
      const names = path.split(' ').filter((name) => name !== '');
      const seen = names.map((name) => `__fish_seen_subcommand_from ${name}`).join('; and ');
      const others = commands.map((each) => each.name()).join(' ');
      const here = [seen, others === '' ? '' : `not __fish_seen_subcommand_from ${others}`].filter((each) => each !== '').join('; and ');
      const condition = here === '' ? '' : ` -n '${here}'`;
      return [
        ...commands.map((each) => `complete -c kir${condition} -a ${each.name()} -d ${quoted(each.description())}`),
        ...options.flatMap(({ long, description }) =>
          long === undefined || long === null ? [] : [`complete -c kir${condition} -l ${long.slice(2)} -d ${quoted(description)}`],
        ),
      ];
    })
    .map((line) => `${line}\n`)
    .join('');
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** A page of section 1. Source: man-pages(7) and man(7) of Linux. */
function manualOf(program: Command): string {
  const lines = [
    '.TH KIR 1',
    '.SH NAME',
    `kir \\- ${roff(program.description())}`,
    '.SH SYNOPSIS',
    '.B kir',
    '.I command',
    '[options]',
    '.SH COMMANDS',
  ];
  for (const { path, options } of wordsOf(program).filter((each) => each.path !== '')) {
    const command = path.split(' ').reduce<Command | undefined>((at, name) => at?.commands.find((each) => each.name() === name), program);
    if (command === undefined || command.commands.length > 0) continue;
    lines.push('.TP', `.B kir ${roff(path)} ${roff(command.usage())}`, roff(command.description()));
    for (const { flags, description } of options) lines.push('.RS', '.TP', `.B ${roff(flags)}`, roff(description), '.RE');
  }
  const [exitCodes = ''] = EXIT_CODES.split('\n');
  return `${[...lines, '.SH EXIT STATUS', roff(exitCodes), '.SH ENVIRONMENT', roff(ENVIRONMENT)].join('\n')}\n`;
}

/** Escapes hyphens, so that they can be copied, backslashes, and lines that would be roff requests. */
function roff(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll(/^[.']/gm, '\\&$&');
}

export const EXIT_CODES =
  'Exit codes: 0 closed or done; 1 open, or a check that failed; 2 wrong usage, or a source that is no program; 3 network or server.';
const ENVIRONMENT = 'KIRCHHOFF_API_KEY, KIRCHHOFF_REGISTRY, KIRCHHOFF_COMPILER, KIR_CACHE, NO_COLOR, XDG_CONFIG_HOME.';
