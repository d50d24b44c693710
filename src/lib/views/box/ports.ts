import type { BoxPorts } from '../../features/compose/box/ports';
import type { RoomPort, WritingRoom } from '../../features/compose/box/writing-room.svelte';
import { useUploads } from '../../features/uploads/context.svelte';

/** Code alone, the same for everybody. */
let fetched: WritingRoom | undefined;

export const roomPort: RoomPort = {
  get ready() {
    return fetched;
  },
  fetch: async () => (fetched ??= (await import('./writing-room')).writingRoom),
};

/** What every box on a page is given of other features. Call it while a component starts. */
export function useBoxPorts(): BoxPorts {
  return { files: useUploads(), room: roomPort };
}
