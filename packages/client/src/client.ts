import createFetch, { type Client, type Middleware } from 'openapi-fetch';
import { answerOf, NetworkError, RunFailedError } from './errors.js';
import type { paths as CompilerPaths } from './generated/compiler-api.js';
import type { components, paths as RegistryPaths } from './generated/registry-api.js';
import { type RetryOptions, retrying, sleep } from './retry.js';

export interface ClientOptions {
  /** The address of the registry, such as `https://registry.example.com`. */
  readonly registry: string;
  /** The address of the compiler. */
  readonly compiler: string;
  /** Default: none. Public resources can be read without a key. */
  readonly apiKey?: string;
  /** Default: `fetch` of the platform. */
  readonly fetch?: (request: Request) => Promise<Response>;
  readonly retry?: RetryOptions;
}

/** The result of a finished certification. */
export type Certification = components['schemas']['ClosedResult'] | components['schemas']['OpenResult'];

/** The result of a finished verification. */
export type VerificationResult = components['schemas']['VerificationResult'];

export type Published = components['schemas']['Circuit'];

export interface PublishRequest {
  readonly name: string;
  readonly source: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly description?: string;
  readonly visibility?: 'public' | 'private';
}

/** Both services. Every call of `registry` and `compiler` is typed from their descriptions; requests are repeated as {@link retrying}. */
export interface KirchhoffClient {
  readonly registry: Client<RegistryPaths>;
  readonly compiler: Client<CompilerPaths>;
  /** Publishes a circuit once, also if the request has to be repeated. @throws ApiError, NetworkError */
  publish(request: PublishRequest, signal?: AbortSignal): Promise<Published>;
  /** Certifies the current version of a circuit and waits for the result. @throws ApiError, NetworkError, RunFailedError, the reason of `signal` */
  certify(pid: string, signal?: AbortSignal): Promise<Certification>;
  /** Lets the registry check the stored certificate of a circuit, and waits for the result. @throws ApiError, NetworkError, RunFailedError, the reason of `signal` */
  verify(pid: string, signal?: AbortSignal): Promise<VerificationResult>;
  /** Waits for a certification that was requested before. @throws ApiError, NetworkError, RunFailedError, the reason of `signal` */
  waitForCertification(certificationId: string, signal?: AbortSignal): Promise<Certification>;
}

const FIRST_POLL = 500;
const MAX_POLL = 10_000;

export function createClient(options: ClientOptions): KirchhoffClient {
  const { apiKey, retry } = options;
  const send = retrying(options.fetch ?? (async (request) => fetch(request)), retry);
  const headers = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
  // A redirect would send a source to an address that the user did not choose, and turn a POST into a GET.
  const common = { fetch: send, headers, redirect: 'manual' } as const;
  const registry = createFetch<RegistryPaths>({ baseUrl: options.registry, ...common });
  const compiler = createFetch<CompilerPaths>({ baseUrl: options.compiler, ...common });
  registry.use(REFUSE_STRANGERS);
  compiler.use(REFUSE_STRANGERS);
  const waitForCertification = async (id: string, signal?: AbortSignal): Promise<Certification> => {
    for (let pause = FIRST_POLL; ; pause = Math.min(2 * pause, MAX_POLL)) {
      const run = answerOf(await registry.GET('/v1/certifications/{id}', { params: { path: { id } }, signal: signal ?? null }));
      if (run.status === 'done' && run.result !== null && run.result !== undefined) return run.result;
      if (run.status === 'failed') throw new RunFailedError(id);
      await sleep(pause, signal ?? new AbortController().signal);
    }
  };
  const waitForVerification = async (id: string, signal?: AbortSignal): Promise<VerificationResult> => {
    for (let pause = FIRST_POLL; ; pause = Math.min(2 * pause, MAX_POLL)) {
      const run = answerOf(await registry.GET('/v1/verifications/{id}', { params: { path: { id } }, signal: signal ?? null }));
      if (run.status === 'done' && run.result !== null && run.result !== undefined) return run.result;
      if (run.status === 'failed') throw new RunFailedError(id);
      await sleep(pause, signal ?? new AbortController().signal);
    }
  };
  return {
    registry,
    compiler,
    verify: async (pid, signal) => {
      const answer = answerOf(
        await registry.POST('/v1/circuits/{pid}/verify', {
          params: { path: { pid }, header: { 'Idempotency-Key': crypto.randomUUID() } },
          signal: signal ?? null,
        }),
      );
      return 'status' in answer ? waitForVerification(answer.verification_id, signal) : answer;
    },
    waitForCertification,
    publish: async (request, signal) =>
      answerOf(
        await registry.POST('/v1/circuits', {
          params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
          body: { description: '', visibility: 'public', ...request },
          signal: signal ?? null,
        }),
      ),
    certify: async (pid, signal) => {
      const answer = answerOf(
        await registry.POST('/v1/circuits/{pid}/certify', {
          params: { path: { pid }, header: { 'Idempotency-Key': crypto.randomUUID() } },
          signal: signal ?? null,
        }),
      );
      return 'status' in answer ? waitForCertification(answer.certification_id, signal) : answer;
    },
  };
}

/** Refuses answers that neither service sends: redirects, and successes without the JSON that they should have. */
const REFUSE_STRANGERS: Middleware = {
  onResponse: async ({ request, response, options }) => {
    const origin = new URL(request.url).origin;
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400 && response.status !== 304)) {
      const to = response.headers.get('Location');
      throw new NetworkError(`${origin} redirects${to === null ? '' : ` to ${to}`}, which is not followed.`);
    }
    if (options.parseAs !== 'json' || !response.ok) return undefined;
    const text = await response.clone().text();
    try {
      if (text !== '') JSON.parse(text);
      return undefined;
    } catch (error) {
      throw new NetworkError(`${origin} answers with something that is not JSON.`, { cause: error });
    }
  },
};
