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
      // A local start listens on the loopback interface only.
      HOST: process.env['HOST'] || '127.0.0.1',
      // There is no router that has to see /readyz first.
      SHUTDOWN_DRAIN_MILLISECONDS: process.env['SHUTDOWN_DRAIN_MILLISECONDS'] || '0',
      // Each home page names the other service.
      REGISTRY_URL: `http://localhost:${registry}`,
      COMPILER_URL: `http://localhost:${compiler}`,
      // With it the address of a badge in an answer can be opened as it is.
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
 * Waits for these ports: the services of a killed launcher end by themselves after a moment, and hold their ports until then.
 * @param {readonly number[]} ports
 */
const waitForEarlierServices = async (ports) => {
  await waitUntil(async () => (await Promise.all(ports.map(isFree))).every(Boolean), { withinMs: 10_000, everyMs: 100 });
};
