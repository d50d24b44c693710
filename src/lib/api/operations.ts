import { getAttachments, getFileTemporaryUrl, removeAttachment, uploadFile } from './attachments';
import { deactivateCustomEmoji, getCustomEmoji, uploadCustomEmoji } from './custom-emoji';
import { createDrafts, deleteDraft, editDraft, getDrafts } from './drafts';
import { getMessageHistory, updateMessage } from './edit-message';
import { deleteQueue, getEvents } from './events';
import {
  getReadReceipts,
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  updateMessageFlags,
  updateMessageFlagsForNarrow,
} from './flags';
import { deleteMessage, renderMessage, reportMessage, sendMessage } from './messages';
import { addReaction, removeReaction } from './reactions';
import { checkMessagesMatchNarrow, getMessage, getMessages } from './read-messages';
import { registerQueue } from './register';
import { createMessageReminder, deleteReminder, getReminders } from './reminders';
import {
  createSavedSnippet,
  deleteSavedSnippet,
  editSavedSnippet,
  getSavedSnippets,
} from './saved-snippets';
import {
  createScheduledMessage,
  deleteScheduledMessage,
  getScheduledMessageFailures,
  getScheduledMessages,
  updateScheduledMessage,
} from './scheduled-messages';
import { fetchApiKey, getServerSettings } from './server';
import { updateSettings } from './settings';
import {
  archiveStream,
  getStreams,
  getStreamTopics,
  getSubscribers,
  getSubscriptions,
} from './streams';
import { setTypingStatus, setTypingStatusForMessageEdit } from './typing';
import { muteTopic, updateUserTopic } from './user-topics';
import { getOwnUser, getUser, getUserByEmail, getUsers, regenerateApiKey } from './users';

/**
 * All operations by id: the service's router, the proxy's allow-list and the contract tests walk
 * this. Pages import the single operations instead, so that they bundle only what they call.
 */
export const operations = {
  addReaction,
  archiveStream,
  checkMessagesMatchNarrow,
  createDrafts,
  createMessageReminder,
  createSavedSnippet,
  createScheduledMessage,
  deactivateCustomEmoji,
  deleteDraft,
  deleteMessage,
  deleteQueue,
  deleteReminder,
  deleteSavedSnippet,
  deleteScheduledMessage,
  editDraft,
  editSavedSnippet,
  fetchApiKey,
  getAttachments,
  getCustomEmoji,
  getDrafts,
  getEvents,
  getFileTemporaryUrl,
  getMessage,
  getMessageHistory,
  getMessages,
  getOwnUser,
  getReadReceipts,
  getReminders,
  getSavedSnippets,
  getScheduledMessageFailures,
  getScheduledMessages,
  getServerSettings,
  getStreamTopics,
  getStreams,
  getSubscribers,
  getSubscriptions,
  getUser,
  getUserByEmail,
  getUsers,
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  muteTopic,
  regenerateApiKey,
  registerQueue,
  removeAttachment,
  removeReaction,
  renderMessage,
  reportMessage,
  sendMessage,
  setTypingStatus,
  setTypingStatusForMessageEdit,
  updateMessage,
  updateMessageFlags,
  updateMessageFlagsForNarrow,
  updateScheduledMessage,
  updateSettings,
  updateUserTopic,
  uploadCustomEmoji,
  uploadFile,
} as const;

export type Operations = typeof operations;
export type OperationId = keyof Operations;
export type AnyOperation = Operations[OperationId];
