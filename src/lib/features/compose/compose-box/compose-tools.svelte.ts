import { afterPaint, paintDelay, prefetchLater } from '../../../client/first-paint/prefetch';
import type ComposeAssist from './ComposeAssist.svelte';
import type ComposeToolbar from './ComposeToolbar.svelte';
import type { ComposeSnippetsComponent } from './snippets-port';

/** All help with writing. A box without it is a bare text area, which takes text and sends it. */
export interface ComposeTools {
  readonly Tools: typeof ComposeToolbar;
  readonly Help: typeof ComposeAssist;
  readonly Snippets: ComposeSnippetsComponent;
}

/** The way to the room, which all boxes of a page share. */
export interface ComposeToolsPort {
  /** Undefined until it was fetched. */
  readonly ready: ComposeTools | undefined;
  /** Rejects without a network; the next time it tries again. */
  fetch(): Promise<ComposeTools>;
}

/** The room of one box. It comes when the bare box is on screen, and then stays. */
export class ComposeToolsLoader {
  tools = $state.raw<ComposeTools>();
  /** It could not be fetched, until it can. */
  missing = $state(false);

  constructor(private readonly port: ComposeToolsPort) {}

  /** Lets it come; the result stops that. */
  start(): () => void {
    return this.port.ready
      ? afterPaint(() => void this.load())
      : prefetchLater([this.load], paintDelay);
  }

  /** Fetches it now. Never fails: what came of it stands here. */
  load = async (): Promise<void> => {
    try {
      this.tools = await this.port.fetch();
      this.missing = false;
    } catch {
      this.missing = true;
    }
  };
}
