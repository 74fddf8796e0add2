/** The limits of the language (docs/language/cost-and-limits.md), each in one place. */
export const SOURCE_BYTES = 512 * 1024;
/** Files in addition to the source itself. */
export const SOURCE_FILES = 64;
export const NESTING = 256;
export const DIAGNOSTICS = 100;
export const TEXT_LENGTH = 1_048_576;
export const BYTES_LENGTH = 1_048_576;
export const LIST_LENGTH = 65_536;
export const DOMAIN_NESTING = 64;
/** Nesting of the types of expressions: a value may be wrapped a little deeper than any port can carry. */
export const TYPE_NESTING = 128;
/** Parts of the types of all values of a graph, without sharing: a part counts at each use. */
export const TYPE_PARTS = 1_000_000;
/** Parts of one domain, without sharing. */
export const DOMAIN_PARTS = 65_536;
export const VALUE_BYTES = 16 * 1024 * 1024;
/** Elements, bytes, code points, fields and contents of any one value that a program computes, by declared domains. */
export const VALUE_PARTS = 16_777_216;
export const STATIC_COST = 10_000_000;
export const MAX_CERTIFICATE_BYTES = 8 * 1024 * 1024;
/** The version of the language, part of every hash. */
export const LANGUAGE_VERSION = '1.0';
/** The version of the engine, part of every certificate. */
export const ENGINE_VERSION = '1.11.0';
