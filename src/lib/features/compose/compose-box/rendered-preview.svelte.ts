import { NetworkFailure } from '../../../api/errors';
import { renderMessage } from '../../../api/messages';
import type { ApiCaller } from '../../../client/calls/call';

/** Milliseconds without a change before the text is rendered again. */
const rest = 250;

export type PreviewFailure =
  { readonly kind: 'offline' } | { readonly kind: 'refused'; readonly why: unknown };

/**
 * A text as the server renders it. Keeps the last result while a new one loads or after it fails.
 */
export class RenderedPreview {
  readonly #call: ApiCaller;
  #requested: string | null = null;
  #running: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  html = $state.raw<string | null>(null);
  failure = $state.raw<PreviewFailure | null>(null);
  pending = $state(false);

  constructor(call: ApiCaller) {
    this.#call = call;
  }

  /** Renders this text, without delay if it is the first. Blank text needs no request. */
  show(content: string): void {
    if (content === this.#requested && !this.failure) return;
    const isFirst = this.#requested === null;
    this.stop();
    this.#requested = content;
    if (content.trim() === '') {
      this.html = '';
      this.failure = null;
      this.pending = false;
      return;
    }
    this.pending = true;
    this.#timer = setTimeout(() => void this.#render(content), isFirst ? 0 : rest);
  }

  /** Retries a failed request. */
  retry(): void {
    if (this.failure && this.#requested !== null) void this.#render(this.#requested);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#running?.abort();
    this.#running = undefined;
  }

  async #render(content: string): Promise<void> {
    const running = (this.#running = new AbortController());
    try {
      const { rendered } = await this.#call(renderMessage, { content }, { signal: running.signal });
      if (running.signal.aborted) return;
      this.html = rendered;
      this.failure = null;
    } catch (why) {
      if (running.signal.aborted) return;
      this.failure = why instanceof NetworkFailure ? { kind: 'offline' } : { kind: 'refused', why };
    }
    this.pending = false;
  }
}
