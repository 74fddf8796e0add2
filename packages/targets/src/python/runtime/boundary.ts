import type { PieceSource } from './piece.js';

/** Functions that read inputs at the boundary, and that run deep calls. */
export const BOUNDARY = {
  _MISSING: {
    code: `
_MISSING = object()
`,
  },
  _fields_of: {
    uses: ['DomainError'],
    typing: ['Any'],
    code: `
def _fields_of(value: Any, record: type, names: tuple, port: str, path: str) -> dict:
    """Return the fields of a record by name. It may be given as a dict."""
    if type(value) is record:
        return dict(zip(names, value))
    if type(value) is dict:
        return value
    raise DomainError(port, path, f"expected a {record.__name__} or a dict")
`,
  },
  _field: {
    uses: ['DomainError'],
    typing: ['Any'],
    code: `
def _field(fields: dict, name: str, port: str, path: str) -> Any:
    if name not in fields:
        raise DomainError(port, f"{path}.{name}", "the field is missing")
    return fields[name]
`,
  },
  _run_steps: {
    typing: ['Any'],
    code: `
def _run_steps(running: Any) -> Any:
    """Run a generator that yields the generators for whose results it waits.

    So the depth of calls is not bounded by the stack.
    """
    waiting = []
    given = None
    while True:
        try:
            called = running.send(given)
        except StopIteration as stop:
            if not waiting:
                return stop.value
            running, given = waiting.pop(), stop.value
        else:
            waiting.append(running)
            running, given = called, None
`,
  },
} as const satisfies Record<string, PieceSource>;
