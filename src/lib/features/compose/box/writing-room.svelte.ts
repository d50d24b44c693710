import { afterPaint, untilPainted, warmLater } from '../../../client/warm';
import type BoxHelp from './BoxHelp.svelte';
import type BoxTools from './BoxTools.svelte';
import type { SnippetsOfBox } from './snippets-port';

/** All help with writing. A box without it is a bare text area, which takes text and sends it. */
export interface WritingRoom {
  readonly Tools: typeof BoxTools;
  readonly Help: typeof BoxHelp;
  readonly Snippets: SnippetsOfBox;
}

/** The way to the room, which all boxes of a page share. */
export interface RoomPort {
  /** Undefined until it was fetched. */
  readonly ready: WritingRoom | undefined;
  /** Rejects without a network; the next time it tries again. */
  fetch(): Promise<WritingRoom>;
}

/** The room of one box. It comes when the bare box is on screen, and then stays. */
export class RoomOfBox {
  parts = $state.raw<WritingRoom>();
  /** It could not be fetched, until it can. */
  missing = $state(false);

  constructor(private readonly port: RoomPort) {}

  /** Lets it come; the result stops that. */
  start(): () => void {
    return this.port.ready
      ? afterPaint(() => void this.enter())
      : warmLater([this.enter], untilPainted);
  }

  /** Fetches it now. Never fails: what came of it stands here. */
  enter = async (): Promise<void> => {
    try {
      this.parts = await this.port.fetch();
      this.missing = false;
    } catch {
      this.missing = true;
    }
  };
}
