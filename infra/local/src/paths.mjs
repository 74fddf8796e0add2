import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const repository = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

/** Downloads that are worth keeping between runs; deleted with `node_modules`. */
export const toolCache = path.join(repository, 'node_modules/.cache/kirchhoff');

/**
 * A path inside the repository.
 * @param {...string} parts
 */
export const inRepository = (...parts) => path.join(repository, ...parts);
