import type { Operations } from '$lib/api/operations';
import type { Handler } from '../context';
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
import { deleteMessage, sendMessage } from './messages';
import { addReaction, removeReaction } from './reactions';
import { checkMessagesMatchNarrow, getMessage, getMessages } from './read-messages';
import { registerQueue } from './register';
import { renderMessage } from './render';
import { reportMessage } from './report-message';
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

type Handlers = { readonly [Id in keyof Operations]: Handler<Operations[Id]> };

/** One handler for each operation: a missing or misfitting one does not compile. */
export const handlers: Handlers = {
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
};
