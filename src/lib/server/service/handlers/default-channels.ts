import type * as api from '$lib/api/default-channels';
import { setDefaultChannel } from '../channels/defaults';
import { accessStreamMetadata } from '../channels/load';
import type { OperationHandler } from '../handler';

const addDefaultStream: OperationHandler<typeof api.addDefaultStream> = async (
  context,
  { stream_id },
) => {
  await setDefaultChannel(context, await accessStreamMetadata(context, stream_id), true);
  return {};
};

const removeDefaultStream: OperationHandler<typeof api.removeDefaultStream> = async (
  context,
  { stream_id },
) => {
  await setDefaultChannel(context, await accessStreamMetadata(context, stream_id), false);
  return {};
};

export const defaultChannelHandlers = { addDefaultStream, removeDefaultStream };
