import { paintDelay, prefetchLater } from '../../../client/first-paint/prefetch';
import { afterPaint } from '../../../ui/after-paint';
import type ComposeAssist from './ComposeAssist.svelte';
import type ComposeToolbar from './ComposeToolbar.svelte';
import type { ComposeSnippetsComponent } from './snippets-port';

/**
 * Everything that helps with writing. Without it, a compose box is a bare text area that can send.
 */
export interface ComposeTools {
  readonly Tools: typeof ComposeToolbar;
  readonly Help: typeof ComposeAssist;
  readonly Snippets: ComposeSnippetsComponent;
}

/** Loads the compose tools, which all boxes of a page share. */
export interface ComposeToolsPort {
  /** Undefined until the tools are loaded. */
  readonly ready: ComposeTools | undefined;
  /** Rejects without a network; a later call tries again. */
  fetch(): Promise<ComposeTools>;
}

/** Loads the tools of one box after the bare box has rendered, and keeps them. */
export class ComposeToolsLoader {
  tools = $state.raw<ComposeTools>();
  /** The last attempt to load the tools failed. */
  missing = $state(false);

  constructor(private readonly port: ComposeToolsPort) {}

  /** Schedules loading; the result cancels it. */
  start(): () => void {
    return this.port.ready
      ? afterPaint(() => void this.load())
      : prefetchLater([this.load], paintDelay);
  }

  /** Loads the tools now. Never rejects: see `tools` and `missing` for the outcome. */
  load = async (): Promise<void> => {
    try {
      this.tools = await this.port.fetch();
      this.missing = false;
    } catch {
      this.missing = true;
    }
  };
}
