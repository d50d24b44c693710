import type { ComposeFilesPort } from '../paste/files-port';
import type { ComposeToolsPort } from './compose-tools.svelte';

/** Parts of other features that a compose box needs; the view passes them in. */
export interface ComposeBoxPorts {
  readonly files: ComposeFilesPort;
  readonly tools: ComposeToolsPort;
}
