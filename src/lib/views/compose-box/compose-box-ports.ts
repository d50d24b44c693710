import type { ComposeBoxPorts } from '../../features/compose/compose-box/compose-box-ports';
import type {
  ComposeToolsPort,
  ComposeTools,
} from '../../features/compose/compose-box/compose-tools.svelte';
import { useUploads } from '../../features/uploads/uploads-loader.svelte';

/** Holds only code, so all accounts share it. */
let fetched: ComposeTools | undefined;

export const composeToolsPort: ComposeToolsPort = {
  get ready() {
    return fetched;
  },
  fetch: async () => (fetched ??= (await import('./compose-tools')).composeTools),
};

/** What compose boxes need from other features. Call it during component initialization. */
export function useComposeBoxPorts(): ComposeBoxPorts {
  return { files: useUploads(), tools: composeToolsPort };
}
