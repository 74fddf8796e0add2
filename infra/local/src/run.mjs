import { spawn } from 'node:child_process';
import { repository } from './paths.mjs';

/**
 * Runs a command in the repository to its end and collects what it prints.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} [environment] in addition to the launcher's own
 * @returns {Promise<{ succeeded: boolean, output: string }>}
 */
export const run = (command, args, environment = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: repository, env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
    const endWithLauncher = () => child.kill();
    process.once('exit', endWithLauncher);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text) => {
        output += text;
      });
    }
    child.once('error', (error) => resolve({ succeeded: false, output: error.message }));
    child.once('close', (code) => {
      process.off('exit', endWithLauncher);
      resolve({ succeeded: code === 0, output });
    });
  });
