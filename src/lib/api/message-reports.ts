import * as v from 'valibot';
import { defineOperation, inPath, optional, text } from './define-operation';
import { integer, messageText } from './value-schemas';

/** Reasons for reporting a message. */
export const reportTypes = ['spam', 'harassment', 'inappropriate', 'norms', 'other'] as const;

/**
 * Reports a message that the caller can read to the moderators. Fails with 400 if the organization
 * has no channel for reports. https://zulip.com/api/report-message
 */
export const reportMessage = defineOperation({
  id: 'reportMessage',
  route: 'POST /messages/{message_id}/report',
  params: {
    message_id: inPath(integer),
    report_type: text(v.picklist(reportTypes)),
    /** Required for `other`. */
    description: optional(text(messageText)),
  },
  since: 382,
});
