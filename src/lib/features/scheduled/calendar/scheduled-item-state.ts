import CircleAlert from '@lucide/svelte/icons/circle-alert';
import Clock from '@lucide/svelte/icons/clock';
import SendHorizontal from '@lucide/svelte/icons/send-horizontal';
import TriangleAlert from '@lucide/svelte/icons/triangle-alert';
import { m } from '$lib/paraglide/messages';
import type { IconComponent } from '../../../ui/icon';
import type { ScheduledItem } from '../messages/scheduled-item';
import { isScheduleRefusal, type ScheduleProblem } from '../messages/preflight';

/** State of a message, from worst to normal. */
export type ScheduledItemState = 'failed' | 'will_fail' | 'lacks_file' | 'going_out' | 'scheduled';

export const scheduledItemStates: readonly ScheduledItemState[] = [
  'failed',
  'will_fail',
  'lacks_file',
  'going_out',
  'scheduled',
];

/** `now` in UNIX seconds. */
export function scheduledItemStateOf(
  item: ScheduledItem,
  problem: ScheduleProblem | undefined,
  now: number,
): ScheduledItemState {
  if (item.failed) return 'failed';
  if (item.timestamp <= now) return 'going_out';
  if (!problem) return 'scheduled';
  return isScheduleRefusal(problem) ? 'will_fail' : 'lacks_file';
}

interface Look {
  readonly icon: IconComponent;
  readonly word: () => string;
  /** Background, border and icon color of a block. */
  readonly fill: string;
  readonly ink: string;
}

export const stateAppearances: Readonly<Record<ScheduledItemState, Look>> = {
  failed: {
    icon: CircleAlert,
    word: m.scheduled_state_failed,
    fill: 'bg-danger-soft border-danger',
    ink: 'text-danger',
  },
  will_fail: {
    icon: TriangleAlert,
    word: m.scheduled_state_will_fail,
    fill: 'bg-warning-soft border-warning',
    ink: 'text-warning',
  },
  lacks_file: {
    icon: TriangleAlert,
    word: m.scheduled_state_lacks_file,
    fill: 'bg-warning-soft border-warning',
    ink: 'text-warning',
  },
  going_out: {
    icon: SendHorizontal,
    word: m.scheduled_state_going_out,
    fill: 'bg-success-soft border-success',
    ink: 'text-success',
  },
  scheduled: {
    icon: Clock,
    word: m.calendar_state_scheduled,
    fill: 'bg-accent-soft border-accent',
    ink: 'text-accent',
  },
};
