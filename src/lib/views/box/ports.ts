import type { BoxPorts } from '../../features/compose/box/ports';
import { useUploads } from '../../features/uploads/context.svelte';

/** What every box on a page is given of other features. Call it while a component starts. */
export function useBoxPorts(): BoxPorts {
  return {
    files: useUploads(),
    snippets: () => import('../../features/snippets/BoxSnippets.svelte'),
  };
}
