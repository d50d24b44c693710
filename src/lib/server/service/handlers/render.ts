import type { renderMessage as RenderMessage } from '$lib/api/messages';
import type { Handler } from '../handler';
import { renderText } from '../markdown/render-text';

export const renderMessage: Handler<typeof RenderMessage> = async (context, { content }) => {
  const { html } = await renderText(context, content);
  return { rendered: html };
};
