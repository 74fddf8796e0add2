import type { PieceSource } from './piece.js';

/** The public errors, and the option. */
export const ERRORS = {
  DomainError: {
    code: `
// A DomainError reports inputs outside their domains.
type DomainError struct {
	// Port is the first wrong port; it is empty if a requirement does not hold.
	Port string
	// Path leads to the wrong part of the port's value: "", ".field", "[3]".
	Path string
	// Message says what was expected.
	Message string
}

func (e *DomainError) Error() string {
	if e.Port == "" {
		return e.Message
	}
	return e.Port + e.Path + ": " + e.Message
}
`,
  },
  Fault: {
    code: `
// A Fault reports an unproven condition of the circuit that does not hold for
// these inputs.
type Fault struct {
	// Line is that of the source.
	Line int
	// Message says what failed.
	Message string
}

func (e *Fault) Error() string {
	return "line " + strconv.Itoa(e.Line) + ": " + e.Message
}
`,
  },
  GuardError: {
    code: `
// A GuardError reports a proven condition of the circuit that does not hold: a
// bug of the prover.
type GuardError struct {
	// Domain and Line name the condition in the source.
	Domain string
	Line   int
	// Message says what failed.
	Message string
}

func (e *GuardError) Error() string {
	return e.Domain + ", line " + strconv.Itoa(e.Line) + ": " + e.Message
}
`,
  },
  Option: {
    code: `
// An Option is a value that may be absent.
type Option[T any] struct {
	// Value is the content; it has no meaning unless Valid is true.
	Value T
	Valid bool
}
`,
  },
  Some: {
    uses: ['Option'],
    code: `
// Some returns the option that has this value.
func Some[T any](value T) Option[T] {
	return Option[T]{Value: value, Valid: true}
}
`,
  },
  below: {
    uses: ['DomainError'],
    code: `
// below returns the error of a part as one of the whole.
func (e *DomainError) below(step string) *DomainError {
	e.Path = step + e.Path
	return e
}
`,
  },
  ofPort: {
    uses: ['DomainError'],
    code: `
// ofPort returns the error of a value as one of a port.
func (e *DomainError) ofPort(port string) *DomainError {
	e.Port = port
	return e
}
`,
  },
} as const satisfies Record<string, PieceSource>;
