import type { PieceSource } from './piece.js';

/**
 * The public errors, and the functions that make them. A `DomainError` is boxed: a `Result` of one integer and a pointer is returned
 * in registers.
 */
export const ERRORS = {
  DomainError: {
    code: `
/// Inputs outside their domains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DomainError {
    /// The first wrong port; \`None\` if a requirement does not hold.
    pub port: Option<&'static str>,
    /// The place inside the value of the port.
    pub path: String,
    pub message: &'static str,
}

impl std::fmt::Display for DomainError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}: ", self.port.unwrap_or("inputs"), self.path)?;
        f.write_str(self.message)
    }
}

impl std::error::Error for DomainError {}
`,
  },
  Fault: {
    code: `
/// An unproven condition of the circuit that does not hold for these inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line of the source.
    pub line: u32,
    pub message: &'static str,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for Fault {}
`,
  },
  GuardError: {
    code: `
/// A proven condition of the circuit that does not hold: a bug of the prover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuardError {
    /// The closure domain of the source.
    pub domain: &'static str,
    /// The line of the source.
    pub line: u32,
    pub message: &'static str,
}

impl std::fmt::Display for GuardError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, line {}: {}", self.domain, self.line, self.message)
    }
}

impl std::error::Error for GuardError {}
`,
  },
  FaultError: {
    uses: ['DomainError', 'Fault'],
    code: errorOf('Fault', 'Fault'),
  },
  GuardedError: {
    uses: ['DomainError', 'GuardError'],
    code: errorOf('Guard', 'GuardError'),
  },
  refused: {
    uses: ['DomainError'],
    code: `
#[cold]
fn refused(port: &'static str, message: &'static str) -> Box<DomainError> {
    Box::new(DomainError {
        port: Some(port),
        path: String::new(),
        message,
    })
}
`,
  },
  within: {
    uses: ['DomainError'],
    code: `
/// Puts a step before the path of an error.
#[cold]
fn within(step: &str, mut error: Box<DomainError>) -> Box<DomainError> {
    error.path.insert_str(0, step);
    error
}
`,
  },
  unmet: {
    uses: ['DomainError'],
    code: `
#[cold]
fn unmet(message: &'static str) -> Box<DomainError> {
    Box::new(DomainError {
        port: None,
        path: String::new(),
        message,
    })
}
`,
  },
  fault: {
    uses: ['FaultError'],
    code: `
#[cold]
fn fault(line: u32, message: &'static str) -> Error {
    Error::Fault(Fault { line, message })
}
`,
  },
  broken: {
    uses: ['GuardedError'],
    code: `
#[cold]
fn broken(domain: &'static str, line: u32, message: &'static str) -> Error {
    Error::Guard(GuardError {
        domain,
        line,
        message,
    })
}
`,
  },
} as const satisfies Record<string, PieceSource>;

function errorOf(variant: string, type: string): string {
  return `
/// The reason why there are no outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    Domain(Box<DomainError>),
    ${variant}(${type}),
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::Domain(error) => error.fmt(f),
            Error::${variant}(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<Box<DomainError>> for Error {
    fn from(error: Box<DomainError>) -> Self {
        Error::Domain(error)
    }
}
`;
}
