import { Resolver } from 'node:dns/promises';

const TRY_MILLISECONDS = 2_000;
const TRIES = 2;

/**
 * Returns the addresses of a name, IPv4 first. It queries the name servers itself, because the operating system's look-up blocks
 * one of the few threads of the process for as long as the name's owner likes.
 *
 * @param servers name servers, `address:port`. Default: those of the machine
 * @throws the resolver's error if there is no address
 */
export async function resolveName(name: string, signal: AbortSignal, servers?: readonly string[]): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: TRY_MILLISECONDS, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [four, six].flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    if (found.length === 0 && four.status === 'rejected') throw four.reason;
    return found;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
