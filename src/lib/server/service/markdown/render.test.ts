import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { blocks } from '../../../../../tests/corpora/markdown/blocks';
import { code } from '../../../../../tests/corpora/markdown/code';
import { fences } from '../../../../../tests/corpora/markdown/fences';
import { faces } from '../../../../../tests/corpora/markdown/faces';
import { links } from '../../../../../tests/corpora/markdown/links';
import { names } from '../../../../../tests/corpora/markdown/names';
import { corpusReferences } from '../../../../../tests/corpora/markdown/references';
import { signs } from '../../../../../tests/corpora/markdown/signs';
import { text } from '../../../../../tests/corpora/markdown/text';
import { loadEngines } from './engines';
import { isMeMessage, renderMarkdown, topicLinks } from './render';

const html = (content: string) => renderMarkdown(content, corpusReferences).html;

describe('the dialect', () => {
  for (const [name, cases] of Object.entries({ text, blocks, code, fences, links, names, signs })) {
    it.each(cases)(`${name}: %j`, (content, expected) => {
      expect(html(content)).toBe(expected);
    });
  }

  it.each(faces)('emoticons: %j', (content, expected) => {
    const references = { ...corpusReferences, translateEmoticons: true };
    expect(renderMarkdown(content, references).html).toBe(expected);
  });

  it('leaves emoticons alone if the author hasn’t chosen emoji', () => {
    expect(html(':) <3')).toBe('<p>:) &lt;3</p>');
  });
});

describe('code without a language', () => {
  const inDefault = (content: string) =>
    renderMarkdown(content, { ...corpusReferences, codeLanguage: 'python' }).html;

  it('uses the organization’s default language', () => {
    const python = '<div class="codehilite" data-code-language="Python">';
    expect(inDefault('```\nimport os\n```')).toContain(`${python}<pre><span></span><code><span`);
    expect(inDefault('~~~\nx\n~~~')).toContain(python);
    expect(inDefault('```text\nx\n```')).toContain('data-code-language="Text only"');
    expect(inDefault('    x')).not.toContain('data-code-language');
  });

  it('then needs the library, and otherwise doesn’t', async () => {
    const loaded = async (language?: string) => Object.keys(await loadEngines('```\nx', language));
    expect(await loaded('python')).toEqual(['code']);
    expect(await loaded()).toEqual([]);
  });
});

describe('formulas', () => {
  it('log nothing of users’ texts', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const engines = await loadEngines('$$x$$');
    const { html } = renderMarkdown('$$🎉 = 語$$', { ...corpusReferences, engines });
    expect(html).toContain('🎉');
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });
});

describe('mentions', () => {
  const called = (content: string) => {
    const { mentions } = renderMarkdown(content, corpusReferences);
    return {
      ...mentions,
      user_ids: [...mentions.user_ids],
      group_ids: [...mentions.group_ids],
    };
  };
  const nobody = { user_ids: [], group_ids: [], stream_wildcard: false, topic_wildcard: false };

  it('lists each mentioned user once', () => {
    expect(
      called('@**Kim|31** @**Kim|31** @**Tomas Reiner** @*editors* @**all** @**topic**'),
    ).toEqual({
      user_ids: [31, 13],
      group_ids: [5],
      stream_wildcard: true,
      topic_wildcard: true,
    });
  });

  it('notifies no one if silent or in code', () => {
    expect(
      called('@_**Kim** @_*editors* @_**all** @_**topic** `@**Kim**`\n```\n@**all**\n```'),
    ).toEqual(nobody);
  });

  it('notifies no one in a quote, but those after it', () => {
    expect(called('> @**all** @*editors*\n> - @**Kim|31**')).toEqual(nobody);
    expect(called('```quote\n@**all**\n~~~spoiler x\n@**topic**\n~~~\n```')).toEqual(nobody);
    expect(called('> @**all**\n\n@**topic**')).toEqual({ ...nobody, topic_wildcard: true });
  });
});

describe('the libraries', () => {
  it('are loaded only for texts that need them', async () => {
    const needs = async (content: string) => Object.keys(await loadEngines(content)).sort();
    expect(await needs('Plain **text** with `code`, $5 and 10:30.')).toEqual([]);
    expect(await needs('so\n```py\nx\n```')).toEqual(['code']);
    expect(await needs('> ~~~ js\n> x')).toEqual(['code']);
    expect(await needs('$$x$$')).toEqual(['math']);
    expect(await needs('<time:5 May 2027 8pm>')).toEqual(['time']);
  });

  it('render formulas without the author’s links, files or styles', async () => {
    const engines = await loadEngines('$$');
    const formula = (tex: string) =>
      renderMarkdown(`$$${tex}$$`, { ...corpusReferences, engines }).html;
    expect(formula('\\frac{a}{b}')).toContain('<mfrac>');
    expect(formula('\\frac{')).toBe('<p><span class="tex-error">$$\\frac{$$</span></p>');
    for (const tex of [
      '\\href{https://evil.example}{x}',
      '\\url{javascript:alert(1)}',
      '\\includegraphics{https://evil.example/a.png}',
      '\\htmlStyle{position:fixed}{x}',
      '\\htmlClass{fixed}{x}',
      '\\htmlData{x=y}{x}',
    ]) {
      expect(formula(tex)).not.toMatch(/<a |<img|href=|src=|fixed"|data-/);
    }
    expect(formula('\\def\\a{\\a\\a}\\a')).toContain('tex-error');
    expect(formula('\\rule{9999em}{9999em}')).not.toContain('9999em;');
  });

  it('parse times in words if they are unambiguous', async () => {
    const engines = await loadEngines('<time:');
    const time = (words: string) =>
      renderMarkdown(`<time:${words}>`, { ...corpusReferences, engines }).html;
    expect(time('5 June 2017 10:30 pm')).toContain('datetime="2017-06-05T22:30:00Z"');
    expect(time('31 Dec 2017 5:30 am IST')).toContain('datetime="2017-12-31T00:00:00Z"');
    // A date starts at midnight, as on other servers.
    for (const day of ['31 Dec 2026', 'Dec 31, 2026', '2026/12/31', 'December 31st, 2026']) {
      expect(time(day)).toContain('datetime="2026-12-31T00:00:00Z"');
    }
    for (const words of [
      'tomorrow',
      'friday 9:00',
      'June 2017',
      '5 June',
      'now',
      'x 5 June 2017 9:00',
    ])
      expect(time(words)).toContain('timestamp-error');
  });
});

describe('hostile text', () => {
  const tag =
    /<\/?(?:p|br|hr|h[1-6]|em|strong|del|code|pre|div|span|blockquote|ul|ol|li|table|thead|tbody|tr|th|td|a|img|time|math-inline|math-block)(?: [a-z-]+="[^"<>]*")*\/?>/g;
  const pieces = fc.constantFrom(
    '*',
    '**',
    '_',
    '`',
    '```',
    '~~~',
    '~~',
    '\n',
    '\n\n',
    '> ',
    '* ',
    '1. ',
    '[',
    '](',
    ')',
    '$$',
    '@**',
    '#**',
    ':',
    '<',
    '>',
    '"',
    "'",
    '&',
    '&#60;',
    '|',
    '\\',
    '    ',
    '<time:',
    '://',
    'http',
    'javascript:',
    'data:',
    '/user_uploads/',
    '.png',
    'quote',
    'spoiler',
    'math',
    'a',
    '<script>',
    'onerror=',
    '\0',
    '\u202e',
    '\ud800',
    '😀',
  );

  it('becomes only known tags with safe URLs', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const rendered = html(parts.join(''));
        expect(rendered.replaceAll(tag, '')).not.toMatch(/[<>]/);
        for (const [, url] of rendered.matchAll(/(?:href|src)="([^"]*)"/g)) {
          expect(url).toMatch(/^(?:https?:\/\/|mailto:|#|\/(?!\/)|$)/i);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('keeps every word, however deeply nested', () => {
    for (const deep of [`${'> '.repeat(200)}end`, `${'* '.repeat(200)}end`]) {
      expect(html(deep)).toContain('end');
    }
    const fences = Array.from({ length: 60 }, (_, i) => `${'`'.repeat(63 - i)}quote`);
    expect(html([...fences, 'end'].join('\n'))).toContain('end');
  });

  it('is shown as written if it is longer than a message and full of markup', () => {
    expect(html('**a**\n'.repeat(20_000))).toBe(`<p>${'**a**<br>\n'.repeat(20_000)}</p>`);
    expect(html(`**a** ${'words and words. '.repeat(2000)}`)).toContain('<strong>a</strong>');
  });

  it('renders only a limited number of formulas and amount of code', async () => {
    const engines = await loadEngines('$$');
    const many = renderMarkdown('$$x$$ '.repeat(500), { ...corpusReferences, engines }).html;
    expect(many.match(/class="katex"/g)?.length).toBeLessThan(300);
    expect(many).toContain('tex-error');
    expect(html(`\`\`\`js\n${'let a;\n'.repeat(2000)}\`\`\``)).not.toContain('class="k"');
  });
});

describe('/me', () => {
  const isMe = (content: string) => isMeMessage(content, html(content));

  it('makes a single paragraph a message about its author', () => {
    expect(isMe('/me waves')).toBe(true);
    expect(isMe('/me waves\n\nand goes')).toBe(false);
    expect(isMe('/meow')).toBe(false);
    expect(isMe('so /me waves')).toBe(false);
  });
});

describe('topicLinks', () => {
  it.each([
    ['plans', []],
    ['', []],
    ['see https://example.com/a?b=1.', [['https://example.com/a?b=1']]],
    ['(http://a.example) and example.org', [['http://a.example'], ['example.org', 'https://']]],
    ['README.md, ada@example.com and javascript:alert(1)', []],
    ['ftp://example.com', []],
  ])('%j', (topic, expected) => {
    const links = expected.map(([text = '', before = '']) => ({ text, url: before + text }));
    expect(topicLinks(topic)).toEqual(links);
  });
});
