import type { ApiOperation } from '$lib/api/define-operation';
import { botTypes } from '$lib/api/bots';
import type { OperationId } from '$lib/api/operations';
import { isAdministrator, isGuest } from '$lib/api/roles';
import { badRequest, ServiceFailure } from './failure';
import type { UserRow } from './model';

/** All operations available to incoming webhook bots. https://zulip.com/help/bots-overview */
const webhookOperations: ReadonlySet<string> = new Set<OperationId>(['sendMessage']);

export const isWebhook = (user: Pick<UserRow, 'bot_type'>) =>
  user.bot_type === botTypes.incoming_webhook;
export const isOpenToWebhooks = ({ id }: Pick<ApiOperation, 'id'>) => webhookOperations.has(id);

export function webhookRefusal(): ServiceFailure {
  const message = 'This API is not available to incoming webhook bots.';
  return new ServiceFailure('UNAUTHORIZED', message, 401);
}

/**
 * Throws if the caller can't use operations of this kind at all: 400, never 403. 401 for operations
 * that incoming webhook bots can't use, as if their credentials weren't valid for the API.
 */
export function checkAccess(operation: Pick<ApiOperation, 'id' | 'access'>, user: UserRow): void {
  if (isWebhook(user) && !isOpenToWebhooks(operation)) throw webhookRefusal();
  const { access } = operation;
  if ((access === 'human' || access === 'human member') && user.is_bot) {
    throw badRequest('This endpoint does not accept bot requests.');
  }
  if ((access === 'member' || access === 'human member') && isGuest(user)) {
    throw badRequest('Not allowed for guest users');
  }
  if (access === 'administrator' && !isAdministrator(user)) {
    throw new ServiceFailure('UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator');
  }
}
