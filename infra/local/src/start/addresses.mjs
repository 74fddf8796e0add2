import { freePortFrom, isFree } from '../ports.mjs';
import { say } from '../progress.mjs';
import { waitUntil } from '../wait.mjs';

/**
 * Chooses the addresses of the two services: the wanted ports, or the next free ones, with a line of output.
 * @param {{ registryPort: number, compilerPort: number }} wanted
 * @param {{ afterCrash: boolean }} before
 * @returns {Promise<{ registry: string, compiler: string, environment: Record<string, string> }>}
 */
export const chooseAddresses = async ({ registryPort, compilerPort }, { afterCrash }) => {
  if (afterCrash) await waitForEarlierServices([registryPort, compilerPort]);
  const registry = await choose('registry', registryPort, []);
  const compiler = await choose('compiler', compilerPort, [registry]);
  return {
    registry: `http://localhost:${registry}`,
    compiler: `http://localhost:${compiler}`,
    environment: {
      REGISTRY_PORT: String(registry),
      COMPILER_PORT: String(compiler),
      // A trial listens on the loopback alone.
      HOST: process.env['HOST'] || '127.0.0.1',
      // No router in front has to see /readyz first.
      SHUTDOWN_DRAIN_MILLISECONDS: process.env['SHUTDOWN_DRAIN_MILLISECONDS'] || '0',
      // Each home page names the other service.
      REGISTRY_URL: `http://localhost:${registry}`,
      COMPILER_URL: `http://localhost:${compiler}`,
      // So that the address of a badge can be opened as it stands in an answer.
      PUBLIC_URL: process.env['PUBLIC_URL'] || `http://localhost:${registry}`,
    },
  };
};

/**
 * @param {string} service
 * @param {number} wanted
 * @param {readonly number[]} taken
 */
const choose = async (service, wanted, taken) => {
  const port = await freePortFrom(wanted, taken);
  if (port !== wanted) say(`  port ${wanted} is taken: the ${service} listens on ${port}`);
  return port;
};

/**
 * The services of a launcher that was killed end by themselves, in a moment; the ports are theirs until then.
 * @param {readonly number[]} ports
 */
const waitForEarlierServices = async (ports) => {
  await waitUntil(async () => (await Promise.all(ports.map(isFree))).every(Boolean), { withinMs: 10_000, everyMs: 100 });
};
