import type { renderMessage as RenderMessage } from '$lib/api/messages';
import type { OperationHandler } from '../handler';
import { renderText } from '../markdown/render-text';

export const renderMessageHandler: OperationHandler<typeof RenderMessage> = async (
  context,
  { content },
) => {
  const { html } = await renderText(context, content);
  return { rendered: html };
};
