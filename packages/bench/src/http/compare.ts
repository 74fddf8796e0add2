import { type LoadRequest, measureLoad, type Round } from './load.js';
import { median, quantile } from './statistics.js';

/** One side of a comparison. */
export interface Side {
  readonly origin: string;
  readonly next: () => LoadRequest;
}

/** Figures of all rounds of one side: the median of the rounds, and all latencies. */
export interface Figures {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

export interface RivalComparison {
  readonly name: string;
  readonly ours: Figures;
  readonly rival: { readonly name: string; readonly figures: Figures; readonly ratio: number; readonly aim: number } | undefined;
}

export interface LoadEffort {
  readonly seconds: number;
  readonly rounds: number;
}

/** Concurrent connections: enough to keep one process busy, and few enough that the loading process is not the bottleneck. */
const READING_CONNECTIONS = 32;
const WRITING_CONNECTIONS = 8;
const WARM_UP_SECONDS = 2;

/** A service of ours and a rival, measured in turns, so that both run under the same conditions. The ratio is that of the medians. */
export async function compare(
  name: string,
  ours: Side,
  rival: { readonly name: string; readonly side: Side; readonly aim: number },
  effort: LoadEffort,
): Promise<RivalComparison> {
  const sides = [ours, rival.side];
  const rounds: Round[][] = [[], []];
  for (const side of sides) await measureLoad({ ...side, connections: READING_CONNECTIONS, seconds: WARM_UP_SECONDS });
  for (let round = 0; round < effort.rounds; round += 1) {
    for (const [place, side] of sides.entries()) {
      rounds[place]?.push(await measureLoad({ ...side, connections: READING_CONNECTIONS, seconds: effort.seconds }));
    }
  }
  const [own, other] = [figures(rounds[0] ?? []), figures(rounds[1] ?? [])];
  return { name, ours: own, rival: { name: rival.name, figures: other, ratio: own.perSecond / other.perSecond, aim: rival.aim } };
}

/** A service of ours without a rival. */
export async function measureAlone(name: string, side: Side, effort: LoadEffort): Promise<RivalComparison> {
  const rounds: Round[] = [];
  await measureLoad({ ...side, connections: WRITING_CONNECTIONS, seconds: WARM_UP_SECONDS });
  for (let round = 0; round < effort.rounds; round += 1) {
    rounds.push(await measureLoad({ ...side, connections: WRITING_CONNECTIONS, seconds: effort.seconds }));
  }
  return { name, ours: figures(rounds), rival: undefined };
}

function figures(rounds: readonly Round[]): Figures {
  const latencies = rounds.flatMap((round) => round.latencies).toSorted((a, b) => a - b);
  return { perSecond: median(rounds.map((round) => round.perSecond)), p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
}
