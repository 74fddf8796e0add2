import type { ServerResponse } from 'node:http';

/** Emitted on a response that is given up: whoever makes its answer should come to an end. */
export const GIVEN_UP = 'given up';

/** Requests that have begun and are not answered yet. */
export class Exchanges {
  readonly #open = new Set<ServerResponse>();
  #isDraining = false;
  #cut = 0;

  begin(response: ServerResponse): void {
    this.#open.add(response);
    response.on('close', () => this.#open.delete(response));
    if (this.#isDraining) response.shouldKeepAlive = false;
  }

  /** Ends each connection with its next answer (`Connection: close`), so that its client comes back to another process. */
  drain(): void {
    this.#isDraining = true;
    for (const response of this.#open) response.shouldKeepAlive = false;
  }

  /** Has no request wait any longer for what it asked for: it is answered with what there is, 202 or 503. */
  giveUp(): void {
    for (const response of this.#open) {
      response.on('close', () => {
        if (response.writableFinished && response.statusCode >= 500) this.#cut += 1;
      });
      response.emit(GIVEN_UP);
    }
  }

  /** Requests that have not been answered with what they asked for since they were given up. */
  get cut(): number {
    return this.#cut + this.#open.size;
  }
}
