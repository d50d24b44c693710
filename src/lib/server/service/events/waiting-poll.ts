import type { WireEvent } from './present';

/** A waiting poll. It is answered once, before or after the caller asks for the answer. */
export class WaitingPoll {
  #events: WireEvent[] | null = null;
  #take: ((events: WireEvent[]) => void) | null = null;

  /** Ends it without events, because its client has disconnected. */
  readonly end = (): void => this.answer([]);

  constructor(
    readonly queue_id: string,
    private readonly onAnswer: (events: WireEvent[]) => void,
  ) {}

  /** Answers it, unless it was answered already. */
  answer(events: WireEvent[]): void {
    if (this.#events) return;
    this.#events = events;
    this.onAnswer(events);
    this.#take?.(events);
    this.#take = null;
  }

  /**
   * Calls `take` with the answer, immediately if there is one. Not a `then` method, because
   * awaiting the poll itself must not wait for its answer.
   */
  whenAnswered(take: (events: WireEvent[]) => void): void {
    if (this.#events) take(this.#events);
    else this.#take = take;
  }
}
