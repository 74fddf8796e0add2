/** Names that no file can have on Windows, whatever its extension. */
const DEVICES = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** File systems take 255 octets, an extension among them. */
const MAX_LENGTH = 100;

/** The file of a circuit, without extension: its own name, where every file system takes that. */
export function fileNameOf(circuit: string): string {
  return DEVICES.test(circuit) || circuit.length > MAX_LENGTH ? 'circuit' : circuit;
}
