import { m } from '$lib/paraglide/messages';
import { maxSnippetContentLength, maxSnippetTitleLength } from '../../api/saved-snippets';
import { countText } from '../../ui/count-text';
import type { TextProblem } from './text';

export const problemWords: Readonly<Record<TextProblem, () => string>> = {
  title_blank: m.snippets_title_blank,
  title_long: () => m.snippets_title_long({ count: maxSnippetTitleLength }),
  content_blank: m.snippets_content_blank,
  content_long: () => m.snippets_content_long({ count: countText(maxSnippetContentLength) }),
  null_byte: m.snippets_null_byte,
};
