import path from 'node:path';

/** The root of the repository, in a checkout and in the build stage of an image. */
export const ROOT = path.resolve(import.meta.dirname, '../../..');

/** The images: each has the name `kirchhoff-<service>` and the Dockerfile `<service>.Dockerfile`. */
export const SERVICES = /** @type {const} */ (['registry', 'compiler']);
/** @typedef {(typeof SERVICES)[number]} Service */

/** The bill of materials of an image, in the folder of the application. */
export const SBOM = 'sbom.spdx.json';

/**
 * Files of the repository, beside the packages, that a process of the image reads; files and folders, from the root.
 * @type {Readonly<Record<Service, readonly string[]>>}
 */
export const READ_FILES = { registry: ['prisma/migrations'], compiler: ['prisma/migrations'] };
