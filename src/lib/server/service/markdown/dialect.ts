import type { MarkdownIt } from 'markdown-it';

/**
 * Where the API's Markdown differs from CommonMark: no link definitions, no images, no emphasis by
 * underscores, `~~` is `del`, a fence named `quote` is a quotation, code stands in `codehilite`.
 * Source: https://zulip.com/help/format-your-message-using-markdown
 */
export function dialectRules(markdown: MarkdownIt): void {
  const { rules } = markdown.renderer;
  const { escapeHtml } = markdown.utils;
  // Quotes need no escape outside of attributes, and clients compare the text.
  const escapeText = (text: string) => escapeHtml(text).replaceAll('&quot;', '"');

  markdown.disable(['image', 'reference']);
  rules.text = (tokens, i) => escapeText(tokens[i]!.content);
  rules.code_inline = (tokens, i) => `<code>${escapeText(tokens[i]!.content)}</code>`;
  rules['s_open'] = () => '<del>';
  rules['s_close'] = () => '</del>';
  for (const name of ['em', 'strong']) {
    rules[`${name}_open`] = (tokens, i) => literal(tokens[i]!.markup, `<${name}>`);
    rules[`${name}_close`] = (tokens, i) => literal(tokens[i]!.markup, `</${name}>`);
  }
  rules.code_block = (tokens, i) => codeBlock(escapeText(tokens[i]!.content), '');
  rules.fence = (tokens, i, _options, env) => {
    const { info, content } = tokens[i]!;
    const language = info.trim().replace(/^\.|[\s{].*$/g, '');
    if (language === 'quote' || language === 'quoted') {
      return `<blockquote>\n${markdown.render(content, env)}</blockquote>\n`;
    }
    const attribute = language ? ` data-code-language="${escapeHtml(language)}"` : '';
    return codeBlock(escapeText(content), attribute);
  };
}

function codeBlock(html: string, attribute: string): string {
  return `<div class="codehilite"${attribute}><pre><span></span><code>${html}</code></pre></div>\n`;
}

function literal(markup: string, tag: string): string {
  return markup.startsWith('_') ? markup : tag;
}
