import type { ComposeBoxPorts } from '../../features/compose/compose-box/compose-box-ports';
import type {
  ComposeToolsPort,
  ComposeTools,
} from '../../features/compose/compose-box/compose-tools.svelte';
import { useUploads } from '../../features/uploads/uploads-loader.svelte';

/** Code alone, the same for everybody. */
let fetched: ComposeTools | undefined;

export const composeToolsPort: ComposeToolsPort = {
  get ready() {
    return fetched;
  },
  fetch: async () => (fetched ??= (await import('./compose-tools')).composeTools),
};

/** What every box on a page is given of other features. Call it while a component starts. */
export function useComposeBoxPorts(): ComposeBoxPorts {
  return { files: useUploads(), tools: composeToolsPort };
}
