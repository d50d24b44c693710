import type { getMessages } from '$lib/api/read-messages';
import type { ParsedOf } from '$lib/api/define-operation';
import type { ServiceContext } from '../context';
import { badRequest, ServiceFailure } from '../failure';
import type { CompiledNarrow } from '../narrow/compile';
import { beyondNewest, findFirstUnread, type AnchorWindow } from '../narrow/page';

type Params = Partial<ParsedOf<typeof getMessages>>;

/** Maximum number of messages that a request can ask for, not counting the anchor. */
const maxMessagesPerRequest = 5000;

/** Reads and checks how many messages to return around the anchor. */
export function readWindow(params: Params): Omit<AnchorWindow, 'anchor'> {
  const { num_before, num_after, include_anchor = true } = params;
  if (params.anchor === undefined && !params.use_first_unread_anchor) throw missing('anchor');
  if (num_before === undefined) throw missing('num_before');
  if (num_after === undefined) throw missing('num_after');
  if (num_before < 0 || num_after < 0)
    throw badRequest('num_before and num_after must not be negative');
  if (num_before + num_after > maxMessagesPerRequest) {
    throw badRequest(`Too many messages requested (maximum ${maxMessagesPerRequest}).`);
  }
  if (!include_anchor && num_before > 0 && num_after > 0) {
    throw badRequest('The anchor can only be excluded at an end of the range');
  }
  return { includeAnchor: include_anchor, before: num_before, after: num_after };
}

/** The anchor as a message id. `first_unread` gives `beyondNewest` if nothing is unread. */
export async function readAnchor(
  context: ServiceContext,
  { anchor, use_first_unread_anchor }: Params,
  narrow: CompiledNarrow,
): Promise<number> {
  if (use_first_unread_anchor || anchor === 'first_unread') return findFirstUnread(context, narrow);
  if (anchor === 'newest') return beyondNewest;
  if (anchor === 'oldest') return 0;
  if (anchor === undefined || !/^-?\d{1,30}$/.test(anchor)) {
    throw new ServiceFailure('REQUEST_VARIABLE_INVALID', "Bad value for 'anchor'", 400, {
      var_name: 'anchor',
      bad_value: anchor ?? '',
    });
  }
  return Math.min(Math.max(Number(anchor), 0), beyondNewest);
}

function missing(var_name: string): ServiceFailure {
  return new ServiceFailure('REQUEST_VARIABLE_MISSING', `Missing '${var_name}' argument`, 400, {
    var_name,
  });
}
