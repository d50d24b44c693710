import * as v from 'valibot';
import { defineOperation, json, optional, text } from './define-operation';
import { textUpTo } from './value-schemas';

/**
 * Creates a BigBlueButton call; 400 on servers without it.
 * https://zulip.com/api/create-big-blue-button-video-call
 */
export const createBigBlueButtonVideoCall = defineOperation({
  id: 'createBigBlueButtonVideoCall',
  route: 'GET /calls/bigbluebutton/create',
  params: {
    meeting_name: text(textUpTo(1000)),
    voice_only: optional(json(v.boolean(), { since: 337 })),
  },
  result: v.object({ url: v.string() }),
});
