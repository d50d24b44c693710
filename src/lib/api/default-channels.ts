import * as v from 'valibot';
import { defineOperation, json } from './define-operation';
import { integer } from './value-schemas';

const ofChannel = {
  path: '/default_streams',
  params: { stream_id: json(integer) },
  result: v.object({}),
  access: 'administrator',
} as const;

/**
 * Subscribes new people to the channel; private channels are rejected.
 * https://zulip.com/api/add-default-stream
 */
export const addDefaultStream = defineOperation({
  ...{ id: 'addDefaultStream', method: 'POST', ...ofChannel },
});

/** https://zulip.com/api/remove-default-stream */
export const removeDefaultStream = defineOperation({
  ...{ id: 'removeDefaultStream', method: 'DELETE', ...ofChannel },
});
