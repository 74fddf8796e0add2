/** Names that files cannot have on Windows, with any extension. */
const DEVICES = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** File systems allow 255 bytes, including the extension. */
const MAX_LENGTH = 100;

/** Returns the name of a circuit's file, without extension: the circuit's own name if every file system allows it. */
export function fileNameOf(circuit: string): string {
  return DEVICES.test(circuit) || circuit.length > MAX_LENGTH ? 'circuit' : circuit;
}
