import type { renderMessage as RenderMessage } from '$lib/api/messages';
import type { Handler } from '../context';
import { loadReferences } from '../markdown/references';
import { render } from '../markdown/render';

export const renderMessage: Handler<typeof RenderMessage> = async (context, { content }) => {
  const { html } = render(content, await loadReferences(context, content));
  return { rendered: html };
};
