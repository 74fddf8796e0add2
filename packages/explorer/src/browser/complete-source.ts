import type { PageEngine } from '../engine/page-engine.js';
import type { CompleteSource } from '../engine/page-protocol.js';

/** Reads the source of a version, and those that it pins, as the server shows them to this reader. */
export async function completeSource(engine: PageEngine, pid: string, version: string): Promise<CompleteSource> {
  const pinned: { pin: string; source: string }[] = [];
  const known = new Set<string>();
  const source = await sourceOf(pid, version);
  const addPins = async (of: string): Promise<void> => {
    const answer = await engine.ask({ kind: 'pins', source: of });
    if (answer.kind !== 'pins') throw new Error('The pins of the source could not be read.');
    for (const { id, hash } of answer.pins) {
      const pin = `${id}@${hash}`;
      if (known.has(pin)) continue;
      known.add(pin);
      // Each source comes after those that it pins itself.
      const text = await sourceOf(id, hash);
      await addPins(text);
      pinned.push({ pin, source: text });
    }
  };
  await addPins(source);
  return { source, pinned };
}

async function sourceOf(pid: string, version: string): Promise<string> {
  const response = await fetch(`/circuits/${encodeURIComponent(pid)}/versions/${encodeURIComponent(version)}`);
  if (!response.ok) throw new Error(`The server does not give the source of ${pid} (${response.status}).`);
  const { source }: { readonly source: unknown } = await response.json();
  if (typeof source !== 'string') throw new Error(`The answer about ${pid} has no source.`);
  return source;
}
