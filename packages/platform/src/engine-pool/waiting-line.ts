/** A place to run, or why there is none. */
export type Place = { readonly kind: 'place'; release(): void } | { readonly kind: 'busy' } | { readonly kind: 'gone' };

/** Lets `places` run at once and `length` wait, first come first served; who comes after is told so. */
export class WaitingLine {
  readonly #places: number;
  readonly #length: number;
  readonly #waiting: Set<() => void> = new Set();
  #running = 0;

  constructor(places: number, length: number) {
    this.#places = places;
    this.#length = length;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** @param signal whoever waits with it leaves the line when it is aborted */
  async enter(signal: AbortSignal | undefined): Promise<Place> {
    if (signal?.aborted === true) return { kind: 'gone' };
    if (this.#running < this.#places) return this.#take();
    if (this.#waiting.size >= this.#length) return { kind: 'busy' };
    return new Promise((resolve) => {
      const admit = () => {
        signal?.removeEventListener('abort', leave);
        resolve(this.#take());
      };
      const leave = () => {
        this.#waiting.delete(admit);
        resolve({ kind: 'gone' });
      };
      this.#waiting.add(admit);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  #take(): Place {
    this.#running += 1;
    return { kind: 'place', release: () => this.#release() };
  }

  #release(): void {
    this.#running -= 1;
    const [next] = this.#waiting;
    if (next === undefined) return;
    this.#waiting.delete(next);
    next();
  }
}
