export {
  type Certification,
  type ClientOptions,
  createClient,
  type KirchhoffClient,
  type Published,
  type PublishRequest,
  type VerificationResult,
} from './client.js';
export { ApiError, answerOf, NetworkError, type ProblemBody, RunFailedError } from './errors.js';
export type { paths as CompilerPaths } from './generated/compiler-api.js';
export type { paths as RegistryPaths } from './generated/registry-api.js';
export type { RetryOptions } from './retry.js';
