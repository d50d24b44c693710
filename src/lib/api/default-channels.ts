import { defineOperation, json } from './define-operation';
import { integer } from './value-schemas';

const params = { stream_id: json(integer) };

/**
 * Subscribes new people to the channel; private channels are rejected.
 * https://zulip.com/api/add-default-stream
 */
export const addDefaultStream = defineOperation({
  id: 'addDefaultStream',
  route: 'POST /default_streams',
  params,
  access: 'administrator',
});

/** https://zulip.com/api/remove-default-stream */
export const removeDefaultStream = defineOperation({
  id: 'removeDefaultStream',
  route: 'DELETE /default_streams',
  params,
  access: 'administrator',
});
