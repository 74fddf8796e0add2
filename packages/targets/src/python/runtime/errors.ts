import type { PieceSource } from './piece.js';

/** The public errors. */
export const ERRORS = {
  DomainError: {
    typing: ['Optional'],
    code: `
class DomainError(ValueError):
    """Inputs outside their domains.

    It has the first wrong port, None if a requirement does not hold, and the path
    inside the value of the port.
    """

    def __init__(self, port: Optional[str], path: str, message: str) -> None:
        super().__init__(f"{port or 'inputs'}{path}: {message}")
        self.port = port
        self.path = path
        self.message = message
`,
  },
  Fault: {
    code: `
class Fault(Exception):
    """An unproven condition of the circuit that does not hold for these inputs.

    The line is that of the source.
    """

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message
`,
  },
  GuardError: {
    code: `
class GuardError(Exception):
    """A proven condition of the circuit that does not hold: a bug of the prover.

    The name and the line are those of the source.
    """

    def __init__(self, domain: str, line: int, message: str) -> None:
        super().__init__(message)
        self.domain = domain
        self.line = line
        self.message = message
`,
  },
} as const satisfies Record<string, PieceSource>;
