import { setDefaultChannel } from '../channels/defaults';
import { accessStreamMetadata } from '../channels/load';
import type { OperationHandlers } from '../handler';

export const defaultChannelHandlers = {
  async addDefaultStream(context, { stream_id }) {
    await setDefaultChannel(context, await accessStreamMetadata(context, stream_id), true);
  },

  async removeDefaultStream(context, { stream_id }) {
    await setDefaultChannel(context, await accessStreamMetadata(context, stream_id), false);
  },
} satisfies Partial<OperationHandlers>;
