import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { recipients } from '../db/schema/messages';
import { badNarrow } from './bad-narrow';
import { findMessage } from './find';
import { namesConversation, type NormalizedTerm } from './terms';

/**
 * Replaces the terms that select a conversation by the conversation of the `with` term's message.
 * If the message is gone or hidden, the terms stay.
 */
export async function withConversation(
  context: ServiceContext,
  terms: readonly NormalizedTerm[],
): Promise<readonly NormalizedTerm[]> {
  const anchors = terms.filter(({ operator }) => operator === 'with');
  const [anchor] = anchors;
  if (!anchor) return terms;
  if (anchors.length > 1 || anchor.negated) throw badNarrow("one 'with' at most, not negated");
  const id = Number(anchor.operand);
  if (typeof anchor.operand === 'object' || anchor.operand === '' || !Number.isInteger(id)) {
    throw badNarrow("'with' takes a message ID");
  }
  const rest = terms.filter((term) => term !== anchor);
  const found = await findMessage(context, id);
  if (!found) {
    if (rest.some(namesConversation)) return rest;
    throw badNarrow("the message of 'with' is not there");
  }
  const { row, stream } = found;
  const others = rest.filter((term) => !namesConversation(term));
  const term = (
    operator: NormalizedTerm['operator'],
    operand: NormalizedTerm['operand'],
  ): NormalizedTerm => ({
    operator,
    operand,
    negated: false,
  });
  if (stream) return [...others, term('channel', stream.id), term('topic', row.topic)];
  const [recipient] = await context.tx
    .select({ user_ids: recipients.user_ids })
    .from(recipients)
    .where(eq(recipients.id, row.recipient_id));
  const user_ids = recipient?.user_ids ?? [];
  return [...others, term('dm', user_ids)];
}
