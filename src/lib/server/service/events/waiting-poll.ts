import type { WireEvent } from './present';

/** A poll that waits. It is answered once; whoever asks for the answer may come before or after it. */
export class WaitingPoll {
  #events: WireEvent[] | null = null;
  #take: ((events: WireEvent[]) => void) | null = null;

  /** Ends it with nothing: nobody is there any more who asked. */
  readonly end = (): void => this.answer([]);

  constructor(
    readonly queue_id: string,
    private readonly onAnswer: (events: WireEvent[]) => void,
  ) {}

  /** Answers it, unless it has been. */
  answer(events: WireEvent[]): void {
    if (this.#events) return;
    this.#events = events;
    this.onAnswer(events);
    this.#take?.(events);
    this.#take = null;
  }

  /** `take` gets the answer, at once where it is there. No `then`: whoever awaits it must not wait. */
  whenAnswered(take: (events: WireEvent[]) => void): void {
    if (this.#events) take(this.#events);
    else this.#take = take;
  }
}
