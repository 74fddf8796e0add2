import type { Response } from 'express';
import type { Caller } from '../authentication/caller.js';
import type { TraceContext } from './trace-context.js';

/** What the parts of the application leave for one another with a request. */
export interface RequestLocals {
  /** The path with its parameters' names; undefined where no route was met. */
  route?: string;
  caller?: Caller | undefined;
  trace: TraceContext;
}

/** The cast is the place where what express keeps untyped gets its type: `mark` has put the trace there. */
export function locals(response: Response): RequestLocals {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return response.locals as RequestLocals;
}
