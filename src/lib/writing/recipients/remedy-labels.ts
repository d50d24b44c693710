import { m } from '$lib/paraglide/messages';
import type { SendObstacle } from './send-obstacle';

export const remedyLabels: Readonly<Record<SendObstacle, () => string>> = {
  no_recipient: m.compose_remedy_recipient,
  channel_gone: m.compose_place_choose_channel,
  channel_archived: m.compose_place_choose_channel,
  channel_not_postable: m.compose_place_choose_channel,
  person_gone: m.compose_place_choose_people,
  topic_missing: m.compose_remedy_topic,
  topic_unwanted: m.compose_remedy_no_topic,
  topic_too_long: m.compose_remedy_short_topic,
  blank: m.compose_remedy_text,
  too_long: m.compose_remedy_shorten,
  null_byte: m.compose_remedy_text,
};
