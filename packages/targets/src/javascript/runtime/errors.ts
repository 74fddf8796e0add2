import type { Piece } from './piece.js';

/** The public errors, and the checks of open programs and of guards. */
export const ERRORS = {
  DomainError: {
    code: `
/** Inputs outside their domains: the first wrong port (null where a requirement does not hold) and the path inside it. */
export class DomainError extends Error {
  constructor(port, path, message) {
    super(message);
    this.name = 'DomainError';
    this.port = port;
    this.path = path;
  }
}`,
  },
  Fault: {
    code: `
/** What is not proven of this circuit, and does not hold for these inputs; the line is the source's. */
export class Fault extends Error {
  constructor(line, message) {
    super(message);
    this.name = 'Fault';
    this.line = line;
  }
}`,
  },
  GuardError: {
    code: `
/** What was proven of this circuit does not hold: a bug of the prover. The name and the line are the source's. */
export class GuardError extends Error {
  constructor(domain, line, message) {
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
function guardThat(holds, domain, line, message) {
  if (!holds) throw new GuardError(domain, line, message);
}`,
  },
  guardedFit: {
    uses: ['GuardError'],
    code: `
/** The bigint, where it lies within the signed 64-bit range. */
function guardedFit(value, domain, line, message) {
  if (BigInt.asIntN(64, value) !== value) throw new GuardError(domain, line, message);
  return value;
}`,
  },
  checkThat: {
    uses: ['Fault'],
    code: `
function checkThat(holds, line, message) {
  if (!holds) throw new Fault(line, message);
}`,
  },
  checkedFit: {
    uses: ['Fault'],
    code: `
/** The bigint, where it lies within the signed 64-bit range. */
function checkedFit(value, line, message) {
  if (BigInt.asIntN(64, value) !== value) throw new Fault(line, message);
  return value;
}`,
  },
} as const satisfies Record<string, Piece>;
