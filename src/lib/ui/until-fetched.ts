/** Milliseconds between attempts. */
const retry = 3000;

/** Loads code that is essential: retries until it is loaded, for example after being offline. */
export async function untilFetched<T>(fetch: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await fetch();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retry));
    }
  }
}
