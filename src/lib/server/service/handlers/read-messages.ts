import type * as api from '$lib/api/read-messages';
import { isRowId } from '../db/ids';
import { badRequest, ServiceFailure } from '../failure';
import type { OperationHandler } from '../handler';
import { readAnchor, readWindow } from '../messages/anchor';
import { readMatches, readMessages, type ReadOptions } from '../messages/read';
import { compileNarrow } from '../narrow/compile';
import { accessMessage } from '../narrow/find';
import { filterIds, findNarrowPage } from '../narrow/page';

const maxMessageIds = 5000;

const getMessages: OperationHandler<typeof api.getMessages> = async (context, params) => {
  const options: ReadOptions = {
    apply_markdown: params.apply_markdown ?? true,
    client_gravatar: params.client_gravatar ?? true,
    allow_empty_topic_name: params.allow_empty_topic_name ?? false,
  };
  const terms = params.narrow ?? [];
  if (params.message_ids) {
    checkAlone(params);
    const narrow = await compileNarrow(context, terms, 'accessible');
    const ids = await filterIds(context, narrow, rowIds(params.message_ids));
    return { messages: await readMessages(context, ids, options, narrow.searches) };
  }
  const window = readWindow(params);
  const narrow = await compileNarrow(context, terms, 'history');
  const anchor = await readAnchor(context, params, narrow);
  const { ids, ...found } = await findNarrowPage(context, narrow, { ...window, anchor });
  return {
    messages: await readMessages(context, ids, options, narrow.searches),
    anchor,
    ...found,
    history_limited: false,
  };
};

/** `message_ids` can't be combined with anchor or range parameters. */
function checkAlone(params: Parameters<typeof getMessages>[1]): void {
  const others = ['anchor', 'num_before', 'num_after', 'include_anchor'] as const;
  const parameters = others.filter((name) => params[name] !== undefined);
  if (params.use_first_unread_anchor) parameters.unshift('anchor');
  if (parameters.length === 0) return;
  throw badRequest(`Unsupported parameter combination: ${parameters.join(', ')}, message_ids`, {
    parameters: [...new Set(parameters), 'message_ids'],
  });
}

/** Ids that no row can have are left out, like missing ones. */
function rowIds(ids: readonly number[]): number[] {
  if (ids.length > maxMessageIds)
    throw badRequest(`Too many message IDs (maximum ${maxMessageIds})`);
  return ids.filter(isRowId);
}

const getMessage: OperationHandler<typeof api.getMessage> = async (context, params) => {
  const { row } = await accessMessage(context, params.message_id);
  const [message] = await readMessages(context, [row.id], {
    apply_markdown: params.apply_markdown ?? true,
    client_gravatar: false,
    allow_empty_topic_name: params.allow_empty_topic_name ?? false,
  });
  if (!message) throw new ServiceFailure('BAD_REQUEST', 'Invalid message(s)');
  return { message, raw_content: row.content };
};

const checkMessagesMatchNarrow: OperationHandler<typeof api.checkMessagesMatchNarrow> = async (
  context,
  { msg_ids, narrow: terms },
) => {
  const narrow = await compileNarrow(context, terms, 'received');
  const ids = await filterIds(context, narrow, rowIds(msg_ids));
  return { messages: Object.fromEntries(await readMatches(context, ids, narrow.searches)) };
};

export const readMessageHandlers = { getMessages, getMessage, checkMessagesMatchNarrow };
