import type { testWelcomeBotCustomMessage as Test } from '$lib/api/realm';
import type { OperationHandler } from '../handler';
import { sendWelcome } from '../messages/welcome';

/** https://zulip.com/api/test-welcome-bot-custom-message */
const testWelcomeBotCustomMessage: OperationHandler<typeof Test> = async (
  context,
  { welcome_message_custom_text },
) => ({ message_id: await sendWelcome(context, context.user, welcome_message_custom_text) });

export const welcomeMessageHandlers = { testWelcomeBotCustomMessage };
