import type { PieceSource } from './piece.js';

/** Lists and bytes, which are never modified, and options. */
export const SEQUENCES = {
  _get_or: {
    typing: ['Any'],
    code: `
def _get_or(sequence: Any, index: int, otherwise: Any) -> Any:
    return sequence[index] if 0 <= index < len(sequence) else otherwise
`,
  },
  _with_element: {
    code: `
def _with_element(elements: list, index: int, element: object) -> list:
    """Return a copy with one element replaced."""
    copy = list(elements)
    copy[index] = element
    return copy
`,
  },
  _with_byte: {
    code: `
def _with_byte(data: bytes, index: int, byte: int) -> bytes:
    """Return a copy with one byte replaced."""
    copy = bytearray(data)
    copy[index] = byte
    return bytes(copy)
`,
  },
  _find: {
    typing: ['Optional'],
    code: `
def _find(elements: list, wanted: object) -> Optional[int]:
    """Return the first index of an element, or None."""
    return elements.index(wanted) if wanted in elements else None
`,
  },
  _has_byte: {
    code: `
def _has_byte(data: bytes, wanted: int) -> bool:
    return 0 <= wanted <= 255 and wanted in data
`,
  },
  _find_byte: {
    typing: ['Optional'],
    code: `
def _find_byte(data: bytes, wanted: int) -> Optional[int]:
    """Return the first index of a byte, or None."""
    index = data.find(wanted) if 0 <= wanted <= 255 else -1
    return None if index < 0 else index
`,
  },
  _or_else: {
    typing: ['Any'],
    code: `
def _or_else(option: Any, otherwise: Any) -> Any:
    return otherwise if option is None else option
`,
  },
  _content_or_else: {
    typing: ['Any'],
    code: `
def _content_or_else(option: Any, otherwise: Any) -> Any:
    """Return the content of an option of options, or a default."""
    return otherwise if option is None else option[0]
`,
  },
} as const satisfies Record<string, PieceSource>;
