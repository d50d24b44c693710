import { ApiError } from '../../api/errors';
import { ServerSubmission } from '../../client/submission/server-submission.svelte';
import type { SnippetText } from './snippet-text';

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });

/**
 * Creates snippets one after another, so that they keep their order and a failure stops the import.
 */
export class ImportRun {
  done = $state(0);
  /** The server asked to wait. */
  waiting = $state(false);
  /** Its problem is why the import stopped early. */
  readonly submission = new ServerSubmission();
  #stop = new AbortController();

  constructor(
    readonly texts: readonly SnippetText[],
    private readonly create: (text: SnippetText) => Promise<unknown>,
  ) {}

  get isComplete(): boolean {
    return this.done === this.texts.length;
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Starts the import, or continues where it stopped. */
  async run(): Promise<void> {
    if (this.submission.isPending) return;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    await this.submission.submit({
      send: async () => {
        for (let text = this.texts[this.done]; text; text = this.texts[this.done]) {
          if (signal.aborted) return;
          await this.#one(text, signal);
        }
      },
    });
  }

  async #one(text: SnippetText, signal: AbortSignal): Promise<void> {
    try {
      await this.create(text);
      this.done++;
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.code !== 'RATE_LIMIT_HIT') throw failure;
      this.waiting = true;
      await pause((Number(failure.fields['retry-after']) || 1) * 1000, signal);
      this.waiting = false;
    }
  }
}
