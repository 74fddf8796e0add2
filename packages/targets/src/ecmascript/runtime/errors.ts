import type { PieceSource } from './piece.js';

/** The public errors, and the checks of open programs and of guards. */
export const ERRORS = {
  DomainError: {
    code: `
/** Inputs outside their domains: the first wrong port (null if a requirement does not hold) and the path inside it. */
export class DomainError extends Error {
«  readonly port: string | null;
  readonly path: string;

»  constructor(port«: string | null», path«: string», message«: string») {
    super(\`\${port ?? 'inputs'}\${path}: \${message}\`);
    this.name = 'DomainError';
    this.port = port;
    this.path = path;
  }
}`,
  },
  Fault: {
    code: `
/** An unproven condition of this circuit does not hold for these inputs; the line is that of the source. */
export class Fault extends Error {
«  readonly line: number;

»  constructor(line«: number», message«: string») {
    super(message);
    this.name = 'Fault';
    this.line = line;
  }
}`,
  },
  GuardError: {
    code: `
/** A proven condition of this circuit does not hold: a bug of the prover. The name and the line are those of the source. */
export class GuardError extends Error {
«  readonly domain: string;
  readonly line: number;

»  constructor(domain«: string», line«: number», message«: string») {
    super(message);
    this.name = 'GuardError';
    this.domain = domain;
    this.line = line;
  }
}`,
  },
  guardThat: {
    uses: ['GuardError'],
    code: `
function guardThat(holds«: boolean», domain«: string», line«: number», message«: string»)«: void» {
  if (!holds) throw new GuardError(domain, line, message);
}`,
  },
  guardedFit: {
    uses: ['GuardError'],
    code: `
/** Returns the bigint if it fits 64 bits, and throws otherwise. */
function guardedFit(value«: bigint», domain«: string», line«: number», message«: string»)«: bigint» {
  if (BigInt.asIntN(64, value) !== value) throw new GuardError(domain, line, message);
  return value;
}`,
  },
  fitsInt64: {
    code: `
function fitsInt64(value«: bigint»)«: boolean» {
  return BigInt.asIntN(64, value) === value;
}`,
  },
  checkThat: {
    uses: ['Fault'],
    code: `
function checkThat(holds«: boolean», line«: number», message«: string»)«: void» {
  if (!holds) throw new Fault(line, message);
}`,
  },
  checkedFit: {
    uses: ['Fault'],
    code: `
/** Returns the bigint if it fits 64 bits, and throws otherwise. */
function checkedFit(value«: bigint», line«: number», message«: string»)«: bigint» {
  if (BigInt.asIntN(64, value) !== value) throw new Fault(line, message);
  return value;
}`,
  },
} as const satisfies Record<string, PieceSource>;
