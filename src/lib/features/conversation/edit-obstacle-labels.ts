import { m } from '$lib/paraglide/messages';
import { formatDuration } from '../../client/calls/format-duration';
import type { MessagePermissionContext, EditObstacle } from './message-permissions';

/** Why a text can't be edited, worded to follow "Edit: " or to be used alone. */
export function editObstacleLabel(
  obstacle: EditObstacle,
  { state }: MessagePermissionContext,
): string {
  const limit = state?.realm_message_content_edit_limit_seconds;
  switch (obstacle) {
    case 'other':
      return m.conversation_edit_other();
    case 'widget':
      return m.conversation_edit_widget();
    case 'archived':
      return m.conversation_edit_archived();
    case 'off':
      return m.conversation_edit_off();
    case 'late':
      return m.conversation_edit_late({ time: formatDuration(limit ?? 0) });
  }
}
