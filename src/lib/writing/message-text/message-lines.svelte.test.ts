import { describe, expect, it } from 'vitest';
import { loadEngines } from '../../server/service/markdown/engines';
import { renderMarkdown } from '../../server/service/markdown/render';
import { noReferences } from '../../server/service/markdown/state';
// Zulip's markdown_test_cases.json of feature level 247: `expected_output`, and the `text_content`
// that its server sends to devices.
import samples from '../../../../tests/corpora/html-text.json';
import { messageLines, messageOneLine } from './message-lines';

const style = { locale: 'en-US', zone: 'Europe/Lisbon', twentyFour: true };

/** Non-empty lines with normalized whitespace, without the selector for color emoji. */
const comparable = (text: string) =>
  text
    .replaceAll('\ufe0f', '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean);

/** Different on purpose: the cells of a row share a line, and times use the reader's format. */
const otherwise = new Set(['tables', 'timestamp_backend_markdown_only', 'timestamp_timezone']);

describe('the text of a message', () => {
  it.each(samples.filter(({ name }) => !otherwise.has(name)))(
    'for $name is what the reference sends to devices',
    ({ html, text }) => {
      expect(comparable(messageLines(html, style).join('\n'))).toEqual(comparable(text));
    },
  );

  it('has the rows of a table, and times in the reader’s format', () => {
    const of = (name: string) =>
      messageLines(samples.find((one) => one.name === name)!.html, style);
    expect(of('tables')).toEqual([
      'This is a table:',
      'First header | Second header',
      'Content cell | Content cell',
      'Content cell | Content cell',
    ]);
    const [time] = of('timestamp_backend_markdown_only');
    expect(time).toMatch(/^Mon, Jun 5, 2017, 23:30/);
  });
});

describe('the text of what our service renders', () => {
  const lines = async (markdown: string) => {
    const engines = await loadEngines(markdown);
    const references = {
      ...noReferences,
      users: [{ id: 8, full_name: 'Grace' }],
      streams: [{ id: 5, name: 'design' }],
      emoji: [{ name: 'parrot', url: '/user_avatars/1/emoji/parrot.png' }],
      showsPictures: true,
      engines,
    };
    return messageLines(renderMarkdown(markdown, references).html, style);
  };

  it.each([
    ['```spoiler Who?\nThe gardener\n```', ['Who? (…)']],
    ['```spoiler\nThe gardener\n```', ['Spoiler (…)']],
    ['$$x^2$$ and\n```math\n\\frac{a}{b}\n```', ['$$x^2$$ and', '$$\\frac{a}{b}$$']],
    [':+1: 🎉 :check_mark: :parrot:', ['👍️ 🎉️ ✔️ :parrot:']],
    ['> It is\n> late\n\nNo', ['> It is', '> late', 'No']],
    ['Run\n```sh\nif true; then\n  ls\nfi\n```', ['Run', 'if true; then', '  ls', 'fi']],
    ['@**Grace** and #**design>logo**', ['@Grace and #design > logo']],
    ['[my cat](/user_uploads/1/a/cat.png)', ['my cat']],
    ['1. a\n2. b\n\n- c', ['1. a', '2. b', 'c']],
    ['a < b & c', ['a < b & c']],
  ])('%j', async (markdown, words) => {
    expect(await lines(markdown)).toEqual(words);
  });
});

// The samples of https://zulip.com/api/message-formatting ("Transcoded images", "Video embeddings
// and previews"), including whitespace, and what the reference's own test case renders after its
// text.
describe('an image or video without text', () => {
  const behindText = samples.find(({ name }) => name === 'inline_image')!.html.split('</p>')[1]!;

  it.each([
    [
      `<div class="message_inline_image">
    <a href="/user_uploads/path/to/example.heic" title="example.heic">
        <img data-original-dimensions="1920x1080"
          data-original-content-type="image/heic"
          data-transcoded-image="1920x1080.webp"
          src="/user_uploads/thumbnail/path/to/example.heic/840x560.webp">
    </a>
</div>`,
      'example.heic',
    ],
    [
      `<div class="message_inline_image message_inline_video">
  <a href="/user_uploads/path/to/video.mp4">
    <video preload="metadata" src="/user_uploads/path/to/video.mp4">
    </video>
  </a>
</div>`,
      'video.mp4',
    ],
    [behindText, 'logo4w.png'],
  ])('is shown by its name: %s', (html, name) => {
    expect(messageLines(html, style)).toEqual([name]);
  });
});

describe('the line in a list', () => {
  it('has shortened quotes and ends with a whole character', () => {
    const quote = `<blockquote>\n<p>${'word '.repeat(40)}</p>\n<p>more</p>\n</blockquote>`;
    expect(messageOneLine(`<p>Ana said:</p>\n${quote}\n<p>I agree.</p>`, style)).toMatch(
      /^Ana said: > (?:word ){12}… I agree\.$/,
    );
    expect(messageOneLine(`<p>a${'🎉'.repeat(150)}</p>`, style)).toMatch(/🎉…$/u);
  });
});
