import type * as api from '$lib/api/default-channels';
import { setDefault } from '../channels/defaults';
import { accessStreamMetadata } from '../channels/load';
import type { Handler } from '../handler';

const addDefaultStream: Handler<typeof api.addDefaultStream> = async (context, { stream_id }) => {
  await setDefault(context, await accessStreamMetadata(context, stream_id), true);
  return {};
};

const removeDefaultStream: Handler<typeof api.removeDefaultStream> = async (
  context,
  { stream_id },
) => {
  await setDefault(context, await accessStreamMetadata(context, stream_id), false);
  return {};
};

export const defaultChannelHandlers = { addDefaultStream, removeDefaultStream };
