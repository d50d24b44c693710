import * as v from 'valibot';
import { Unsaved } from '../../client/unsaved.svelte';
import { sameBody, type Body } from '../../writing/body';

const body = v.object({
  type: v.picklist(['', 'stream', 'private']),
  to: v.array(v.number()),
  topic: v.string(),
  content: v.string(),
});
const schema = v.object({ base: body, body });

/** A change of a scheduled message that the server does not have yet. */
export interface Edit {
  /** What was on the server when the change began. */
  readonly base: Body;
  readonly body: Body;
}
export type UnsavedEdits = Unsaved<Edit>;

export const unsavedEdits = (account: string): UnsavedEdits =>
  new Unsaved<Edit>(account, 'scheduled', schema, (one, other) => sameBody(one.body, other.body));
