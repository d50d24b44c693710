import { m } from '$lib/paraglide/messages';

const hour = 3600;
const day = 24 * hour;

/** Intervals for moving messages in time, in menu order. */
export const moveIntervals = [
  { id: 'later-hour', title: m.scheduled_later_hour, seconds: hour },
  { id: 'later-day', title: m.scheduled_later_day, seconds: day },
  { id: 'later-week', title: m.scheduled_later_week, seconds: 7 * day },
  { id: 'earlier-hour', title: m.scheduled_earlier_hour, seconds: -hour },
  { id: 'earlier-day', title: m.scheduled_earlier_day, seconds: -day },
  { id: 'earlier-week', title: m.scheduled_earlier_week, seconds: -7 * day },
];
