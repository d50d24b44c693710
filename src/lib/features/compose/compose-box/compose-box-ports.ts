import type { ComposeFilesPort } from '../paste/files-port';
import type { ComposeToolsPort } from './compose-tools.svelte';

/** What a box needs of other features: the view hands it in. */
export interface ComposeBoxPorts {
  readonly files: ComposeFilesPort;
  readonly tools: ComposeToolsPort;
}
