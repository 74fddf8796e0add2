/** Work in a delay at most, although a page is never idle. */
const MAX_DELAY_MILLISECONDS = 2_000;

/** Waits until the browser has painted and has nothing else to do. */
export async function idle(): Promise<void> {
  await new Promise<void>((resolve) => {
    // Safari has no idle callbacks: there, the next task has to do.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: MAX_DELAY_MILLISECONDS });
    else setTimeout(resolve, 0);
  });
}
