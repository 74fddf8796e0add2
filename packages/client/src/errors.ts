/** A problem (RFC 9457) as the services answer. Some codes have further members. */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  /** Stable, for programs. */
  readonly code: string;
  readonly request_id: string;
  readonly errors?: readonly unknown[];
  readonly diagnostics?: readonly unknown[];
}

/** A request that a service has refused. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;

  constructor(
    status: number,
    readonly problem: ProblemBody | undefined,
  ) {
    super(problem === undefined ? `The server answered with ${status}, and without a problem.` : problem.detail);
    this.status = status;
    this.code = problem?.code ?? 'unknown';
    this.requestId = problem?.request_id;
  }
}

/**
 * A request without an answer of the service: the address is wrong, the server is unavailable, or the connection broke. `cause` has
 * the reason.
 */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** A run that failed because of a fault of the service. It was not counted and can be requested again. */
export class RunFailedError extends Error {
  override readonly name = 'RunFailedError';

  /** @param id of the certification or verification */
  constructor(readonly id: string) {
    super(`The run ${id} failed because of a fault of the service, and is not counted.`);
  }
}

interface Answered<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Returns the body of a successful answer.
 *
 * @throws ApiError for every other answer
 */
export function answerOf<Data>({ data, error, response }: Answered<Data>): NonNullable<Data> {
  if (response.ok && data !== undefined && data !== null) return data;
  throw new ApiError(response.status, isProblem(error) ? error : undefined);
}

function isProblem(body: unknown): body is ProblemBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body && typeof body.detail === 'string';
}
