import { showLine } from '@kirchhoff/reports';
import { CommandFailure, type Context, type ExitCode } from '../context.js';

/** Changes that come together, as when an editor saves or git checks out, lead to one run; in milliseconds. */
const SETTLING = 100;

/**
 * Runs a check, and runs it again after each change of a `.kir` file or of the lock file below the working folder, until the user
 * interrupts the command. A later run that fails, for example while the only source is being renamed, does not end the command.
 *
 * @returns the exit code of the last run
 */
export async function watchSources(context: Context, run: () => Promise<ExitCode>): Promise<ExitCode> {
  const { cwd, err, signal, endInOrder } = context;
  endInOrder();
  const { watch } = await import('chokidar');
  const watcher = watch(cwd, {
    ignoreInitial: true,
    ignored: (name, stats) =>
      /[/\\](?:node_modules|\.git|\.kir)(?:[/\\]|$)/.test(name) || (stats?.isFile() === true && !/\.kir$|kir\.lock$/.test(name)),
  });
  try {
    let wake: (() => void) | undefined;
    let isDirty = false;
    watcher.on('all', () => {
      isDirty = true;
      wake?.();
    });
    signal.addEventListener('abort', () => wake?.(), { once: true });
    let exitCode = await run();
    while (!signal.aborted) {
      err.write('watching for changes; press Ctrl-C to end\n');
      if (!isDirty) await new Promise<void>((resolve) => (wake = resolve));
      if (signal.aborted) break;
      await new Promise((resolve) => setTimeout(resolve, SETTLING));
      isDirty = false;
      exitCode = await run().catch((error: unknown) => failed(error, context));
    }
    return exitCode;
  } finally {
    await watcher.close();
  }
}

function failed(error: unknown, { err, signal }: Context): ExitCode {
  if (signal.aborted || !(error instanceof CommandFailure)) throw error;
  err.write(`${err.style.red('error')}: ${showLine(error.message)}\n`);
  return error.exitCode;
}
