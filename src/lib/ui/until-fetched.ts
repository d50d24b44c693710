/** Milliseconds until what could not be fetched is fetched again. */
const retry = 3000;

/** Code that is needed for good: without a network it is fetched again until it is there. */
export async function untilFetched<T>(fetch: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await fetch();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retry));
    }
  }
}
