import { createDrafts, deleteDraft, editDraft, getDrafts } from './drafts';
import { deleteQueue, getEvents } from './events';
import { deleteMessage, renderMessage, sendMessage } from './messages';
import { checkMessagesMatchNarrow, getMessage, getMessages } from './read-messages';
import { registerQueue } from './register';
import { createMessageReminder, deleteReminder, getReminders } from './reminders';
import {
  createScheduledMessage,
  deleteScheduledMessage,
  getScheduledMessageFailures,
  getScheduledMessages,
  updateScheduledMessage,
} from './scheduled-messages';
import { fetchApiKey, getServerSettings } from './server';
import { updateSettings } from './settings';
import { archiveStream, getStreams, getStreamTopics, getSubscriptions } from './streams';
import { getOwnUser, getUser, getUserByEmail, getUsers } from './users';

/**
 * All operations by id: the service's router, the proxy's allow-list and the contract tests walk
 * this. Pages import the single operations instead, so that they bundle only what they call.
 */
export const operations = {
  archiveStream,
  checkMessagesMatchNarrow,
  createDrafts,
  createMessageReminder,
  createScheduledMessage,
  deleteDraft,
  deleteMessage,
  deleteQueue,
  deleteReminder,
  deleteScheduledMessage,
  editDraft,
  fetchApiKey,
  getDrafts,
  getEvents,
  getMessage,
  getMessages,
  getOwnUser,
  getReminders,
  getScheduledMessageFailures,
  getScheduledMessages,
  getServerSettings,
  getStreamTopics,
  getStreams,
  getSubscriptions,
  getUser,
  getUserByEmail,
  getUsers,
  registerQueue,
  renderMessage,
  sendMessage,
  updateScheduledMessage,
  updateSettings,
} as const;

export type Operations = typeof operations;
export type OperationId = keyof Operations;
export type AnyOperation = Operations[OperationId];
