import { m } from '$lib/paraglide/messages';
import type { SendObstacle } from './send-obstacle';

/** Texts that explain an obstacle and what to do about it. */
export const obstacleLabels: Readonly<Record<SendObstacle, () => string>> = {
  no_recipient: m.compose_obstacle_no_recipient,
  channel_gone: m.compose_obstacle_channel_gone,
  channel_archived: m.compose_obstacle_channel_archived,
  channel_not_postable: m.compose_obstacle_channel_not_postable,
  person_gone: m.compose_obstacle_person_gone,
  topic_missing: m.compose_obstacle_topic_missing,
  topic_unwanted: m.compose_obstacle_topic_unwanted,
  topic_too_long: m.compose_obstacle_topic_too_long,
  blank: m.compose_obstacle_blank,
  too_long: m.compose_obstacle_too_long,
  null_byte: m.compose_obstacle_null_byte,
};
