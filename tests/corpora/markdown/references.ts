import { createCodeEngine } from '$lib/server/service/markdown/highlight';
import type { MarkdownReferences } from '$lib/server/service/markdown/state';

/** What is written, and the HTML that clients must get for it. */
export type Case = readonly [content: string, html: string];

/** A small organization. Formulas are only marked: their HTML is KaTeX's own affair. */
export const corpusReferences: MarkdownReferences = {
  users: [
    { id: 12, full_name: 'Hanna Lindqvist' },
    { id: 13, full_name: 'Tomas Reiner' },
    { id: 30, full_name: 'Kim' },
    { id: 31, full_name: 'Kim' },
  ],
  groups: [{ id: 5, name: 'Editors' }],
  streams: [
    { id: 9, name: 'atlas' },
    { id: 10, name: 'small print' },
  ],
  topics: [{ stream_id: 9, topic: 'captions', max_id: 214 }],
  baseUrl: 'http://inkwell.example',
  engines: {
    code: createCodeEngine(),
    math: (tex, display) =>
      tex.includes('\\error') ? null : `<math-${display ? 'block' : 'inline'}/>`,
    time: () => null,
  },
};
