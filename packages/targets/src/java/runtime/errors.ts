import type { PieceSource } from './piece.js';

/** The public errors, and the public class of bytes. */
export const ERRORS = {
  DomainError: {
    code: `
/**
 * Inputs outside their domains.
 */
public static final class DomainError extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final String port;
  private final String path;

  DomainError(String port, String path, String message) {
    super((port == null ? "inputs" : port) + path + ": " + message);
    this.port = port;
    this.path = path;
  }

  /**
   * Returns the first wrong port; null if a requirement does not hold.
   */
  public String port() {
    return port;
  }

  /**
   * Returns the path inside the value of the port.
   */
  public String path() {
    return path;
  }
}
`,
  },
  Fault: {
    code: `
/**
 * An unproven condition of the circuit that does not hold for these inputs.
 */
public static final class Fault extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final int line;

  Fault(int line, String message) {
    super(message);
    this.line = line;
  }

  /**
   * Returns the line of the source.
   */
  public int line() {
    return line;
  }
}
`,
  },
  GuardError: {
    code: `
/**
 * A proven condition of the circuit that does not hold: a bug of the prover.
 */
public static final class GuardError extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final String domain;
  private final int line;

  GuardError(String domain, int line, String message) {
    super(message);
    this.domain = domain;
    this.line = line;
  }

  /**
   * Returns the name of the domain in the source.
   */
  public String domain() {
    return domain;
  }

  /**
   * Returns the line of the source.
   */
  public int line() {
    return line;
  }
}
`,
  },
  Bytes: {
    imports: ['java.util.Arrays', 'java.util.HexFormat'],
    code: `
/**
 * Bytes that never change, and are equal if they have the same content.
 */
public static final class Bytes {
  private final byte[] values;

  private Bytes(byte[] values) {
    this.values = values;
  }

  /**
   * Returns the bytes of an array, which is copied.
   */
  public static Bytes of(byte... values) {
    return new Bytes(values.clone());
  }

  /**
   * Returns the bytes that hexadecimal digits spell.
   */
  public static Bytes ofHex(String digits) {
    return new Bytes(HexFormat.of().parseHex(digits));
  }

  /**
   * Returns the number of bytes.
   */
  public int length() {
    return values.length;
  }

  /**
   * Returns a byte, from 0 to 255.
   */
  public int at(int index) {
    return values[index] & 0xFF;
  }

  /**
   * Returns a copy as an array.
   */
  public byte[] toArray() {
    return values.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes && Arrays.equals(values, ((Bytes) other).values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(values);
  }
}
`,
  },
} as const satisfies Record<string, PieceSource>;
