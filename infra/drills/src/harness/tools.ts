import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import packages from '../tools.json';

/** A command that a drill needs; `tools.json` names the distribution's package that has it. */
export type Tool = keyof typeof packages;

/** Postgres' own commands precede the distribution's wrappers of the same names. */
const FOLDERS = ['/usr/lib/postgresql/15/bin', ...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];

/** Returns the path of a tool; `undefined` if it is not installed. */
export function findTool(tool: Tool): string | undefined {
  return FOLDERS.map((folder) => join(folder, tool)).find(isExecutable);
}

/**
 * Returns the path of a tool.
 * @throws if it is not installed; `drill` skips the drills whose tools are missing
 */
export function toolPath(tool: Tool): string {
  const path = findTool(tool);
  if (path === undefined) throw new Error(missing([tool]));
  return path;
}

/**
 * Describes a drill. If one of its tools is missing, all of it is skipped, and a message tells which package to install. With `CI`
 * set, a missing tool is a failure.
 */
export function drill(title: string, tools: readonly Tool[], body: () => void): void {
  const absent = tools.filter((tool) => findTool(tool) === undefined);
  if (absent.length === 0) return describe(title, body);
  const message = `${title}: ${missing(absent)}`;
  if (process.env['CI'] !== undefined) {
    return describe(title, () => {
      it('has its tools', () => {
        throw new Error(message);
      });
    });
  }
  process.stderr.write(`SKIPPED ${message}\n`);
  describe.skip(title, body);
}

function missing(absent: readonly Tool[]): string {
  return `${absent.join(', ')} is not installed. Run \`npm run drills:install\` (packages: ${absent.map((tool) => packages[tool]).join(', ')})`;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
