import fc from 'fast-check';
import { marked } from 'marked';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { markdownPreview, markdownText } from 'react-ask-user/markdown';
import type { Question } from '../../../src/react/index.js';
import type { TextContext, PreviewContext } from '../../../src/react/dialog/context.js';

/** Removes what only the stylesheet and a translation of the page use. */
const reduce = (markup: string): string =>
  markup.replaceAll(/ data-ask-user="markdown-element"| class="au-markdown-element"| translate="no"|<\/?span>/g, '');

/** Renders to reduced HTML. */
const html = (text: string, kind: TextContext['kind'] = 'context'): string =>
  reduce(renderToStaticMarkup(markdownText(text, { kind })));

const question = (text: string) => html(text, 'question');

/** Renders to the HTML inside the box around the blocks. */
const blocks = (text: string): string =>
  /^<div data-ask-user="markdown" class="au-markdown">(.*)<\/div>$/s.exec(html(text))?.[1] ?? '';

const hrefs = (markup: string): string[] => [...markup.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);

const LINK = 'target="_blank" rel="noopener noreferrer nofollow" dir="auto"';

/** 2 kB with every construct, as models write them. */
const DOCUMENT = `# Which database?

The service needs **one** _store_, see \`src/db.ts\`, ~~soon~~ now. Read [the guide](https://example.com/guide?a=1&b=2) or
mail <ops@example.com>. An image: ![a diagram](https://evil.example/x.png) and <b>HTML</b> &amp; &lt;tags&gt; &#x202E;.

${'Plain words that stand between, to have more than one line of them.  \n'.repeat(12)}
## Options

- **PostgreSQL**, which
  - has \`jsonb\`
  - [ ] is not installed
  - [x] is known
- Redis

1. First *this*
2. then **that

> Quoted [evil](javascript:alert(1)) and [host](https://user:pw@evil.example/) text
> > twice

| Store | Price | Link |
| ----- | ----: | ---- |
| PostgreSQL | 10 | https://postgresql.org/about |
| Redis \\| Valkey | 20 | [ref][1] |

\`\`\`ts
const rule = '<img src=x onerror=alert(1)>'; // **no** mark
\`\`\`

---

[1]: https://evil.example/ref
${'A last paragraph with *several* `marks` in **it**, https://example.org/path, and words. '.repeat(6)}
`;

describe('markdownText in a context or a note', () => {
  it.each([
    [
      'a **b** *c* ~~d~~ `e`',
      '<p dir="auto">a <strong>b</strong> <em>c</em> <del>d</del> <code dir="auto">e</code></p>',
    ],
    ['# Title', '<p dir="auto"><strong>Title</strong></p>'],
    ['a\nb  \nc', '<p dir="auto">a\nb<br/>c</p>'],
    ['- a\n- b\n  1. c', '<ul dir="auto"><li>a</li><li>b<ol start="1"><li>c</li></ol></li></ul>'],
    ['3. a', '<ol dir="auto" start="3"><li>a</li></ol>'],
    ['- [x] a\n- [ ] b', '<ul dir="auto"><li>☑ a</li><li>☐ b</li></ul>'],
    ['> a', '<blockquote dir="auto"><p>a</p></blockquote>'],
    ['```ts\n<b>\n```', '<pre role="group" tabindex="0" aria-label="ts" dir="ltr">&lt;b&gt;</pre>'],
    ['---', '<hr/>'],
    [
      '| a | b |\n|---|---|\n| *c* | `d` |',
      '<div role="group" tabindex="0" aria-label="a, b" dir="auto"><table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><td><em>c</em></td><td><code dir="auto">d</code></td></tr></tbody></table></div>',
    ],
    ['a \\* b &amp; &lt;c&gt; &copy; &unknown;', '<p dir="auto">a * b &amp; &lt;c&gt; © &amp;unknown;</p>'],
    ['    indented', '<p dir="auto">    indented</p>'],
  ])('renders %j as elements [R-MARKDOWN]', (text, expected) => {
    expect(blocks(text)).toBe(expected);
  });

  it('renders list items the same with and without empty lines, so that nothing moves [R-MARKDOWN]', () => {
    expect(blocks('- [x] a\n\n- b')).toBe(blocks('- [x] a\n- b'));
  });
});

describe('markdownText in a question', () => {
  it('renders inline marks, and shows block marks except headings as written [R-MARKDOWN]', () => {
    expect(question('## Use **this** `file`?')).toBe('Use <strong>this</strong> <code dir="auto">file</code>?');
    expect(question('5. July or\n- 6. July?\n> a | b')).toBe('5. July or\n- 6. July?\n&gt; a | b');
  });
});

describe('a link', () => {
  it.each([
    ['[docs](https://example.com/a)', `<a href="https://example.com/a" ${LINK}>docs (<bdi>example.com</bdi>)</a>`],
    ['https://example.com/a', `<a href="https://example.com/a" ${LINK}>https://example.com/a</a>`],
    ['[example.com](https://example.com)', `<a href="https://example.com/" ${LINK}>example.com</a>`],
    ['[me](mailto:A@b.example?subject=x)', `<a href="mailto:A@b.example" ${LINK}>me (<bdi>A@b.example</bdi>)</a>`],
    ['a@b.example', `<a href="mailto:a@b.example" ${LINK}>a@b.example</a>`],
    [
      '[a&amp;b](https://e.example/?a&amp;b)',
      `<a href="https://e.example/?a&amp;b" ${LINK}>a&amp;b (<bdi>e.example</bdi>)</a>`,
    ],
  ])('in %j leads to an https or mailto address and shows its host [R-MARKDOWN]', (text, expected) => {
    expect(question(text)).toBe(expected);
  });

  it.each([
    '[https://good.example](https://evil.example)',
    '[good.example/evil.example](https://evil.example)',
    '[evil.example.good.example](https://evil.example)',
    '[https://evil.example@good.example](https://evil.example)',
    '[x](https:\\\\evil.example)',
  ])('in %j shows its host, because its text names another one [R-MARKDOWN]', (text) => {
    expect(question(text)).toContain('(<bdi>evil.example</bdi>)</a>');
  });

  it.each([
    '[Submit](javascript:alert(1))',
    '[Submit](JaVaScRiPt:alert(1))',
    '[Submit](java&#x73;cript:alert(1))',
    '[Submit](javascript&colon;alert(1))',
    '[Submit](&#1;javascript:alert(1))',
    '[Submit](data:text/html,<script>alert(1)</script>)',
    '[Submit](vbscript:x)',
    '[Submit](http://example.com)',
    '[Submit](//evil.example)',
    '[Submit](\\\\evil.example)',
    '[Submit](/settings)',
    '[Submit](https://user:pw@evil.example)',
    '[Submit](https://good.example@evil.example)',
    '<javascript:alert(1)>',
    '[Submit][ref]',
    'www.example.com',
    'ftp://example.com',
  ])('in %j stays text, as written [R-MARKDOWN]', (text) => {
    const markup = renderToStaticMarkup(markdownText(text, { kind: 'question' }));
    expect(markup).not.toMatch(/<a\b|href/);
    expect(markup.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>').length).toBeGreaterThan(0);
    expect(markup).toMatch(/Submit|javascript|example/);
  });

  it('is never inside another link [R-MARKDOWN]', () => {
    const markup = html('[a https://b.example [c](https://d.example) e](https://f.example)');
    expect(markup).not.toMatch(/<a\b[^>]*>(?:(?!<\/a>).)*<a\b/);
  });

  it('is not created by a reference, which a later line could change [R-MARKDOWN]', () => {
    expect(hrefs(html('[a]\n\n[a]: https://evil.example/x "title"'))).toEqual(['https://evil.example/x']);
    expect(blocks('[a]')).toBe('<p dir="auto">[a]</p>');
  });
});

describe('HTML and images', () => {
  it.each([
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '<details open ontoggle=alert(1)>',
    '<!-- a comment -->',
    '<![CDATA[x]]>',
    '<a href="javascript:alert(1)">x</a>',
    '<div>\n\n**bold**\n\n</div>',
  ])('stay text in %j [R-MARKDOWN]', (text) => {
    const markup = blocks(text);
    expect(markup).toContain('&lt;');
    expect(markup).not.toMatch(/<(img|script|details|a|!)/);
  });

  it('include an image as its alternative text, or as its source if it has none [R-MARKDOWN]', () => {
    expect(question('![a cat](https://evil.example/?d=1)')).toBe('a cat');
    expect(question('![](cat.png)')).toBe('![](cat.png)');
    expect(question('![ \u200b](cat.png)')).toContain('(cat.png)');
  });
});

describe('hidden characters', () => {
  const HIDDEN = ['\0', '\u001b', '\u202e', '\u200b', '\ud800', '\u{e0041}'];

  it.each(['&#x202E;', '&#8238;', '&#X202e;', '&#x200B;', '&#27;[31m', '&#0;', '&#xD800;', '&#x110000;', '&#xE0041;'])(
    'are not restored by the reference %s [R-MARKDOWN]',
    (reference) => {
      for (const kind of ['question', 'context', 'notes'] as const) {
        const markup = html(`**a${reference}b** ![c${reference}d](x) ${reference}`, kind);
        for (const hidden of HIDDEN) expect(markup).not.toContain(hidden);
        expect(markup).toContain('a');
      }
    },
  );

  it('are not part of a name either [R-MARKDOWN]', () => {
    expect(html('```a&#x202E;b\nx\n```\n\n|c&#x202E;d|\n|-|\n|e|')).not.toContain('\u202e');
    expect(html('[x](mailto:a%E2%80%AEb@c.example)')).toContain('(<bdi>ab@c.example</bdi>)');
  });
});

describe('the limits of markdownText', () => {
  const LONG = 10_000;
  const to = (unit: string) => unit.repeat(Math.ceil(LONG / unit.length)).slice(0, LONG);
  const nested = Array.from({ length: 90 }, (_, level) => `${'  '.repeat(level)}- a`).join('\n');

  it.each(['> ', '>', '1. ', '- > ', '  > '])('show %j, repeated 10,000 times, as written [R-MARKDOWN]', (unit) => {
    const text = unit.repeat(10_000);
    expect(blocks(text)).toBe(text.replaceAll('>', '&gt;'));
    const short = to(unit);
    expect(blocks(short)).toBe(short.replaceAll('>', '&gt;'));
  });

  it('show text of more than 10,000 code units as written [R-MARKDOWN]', () => {
    expect(blocks('**a**' + 'b'.repeat(LONG - 5))).toMatch(/^<p dir="auto"><strong>/);
    expect(blocks('**a**' + 'b'.repeat(LONG - 4))).toMatch(/^\*\*a\*\*b/);
  });

  it.each(['*a_', '_a_', '!', '**a'])(
    'show %j, repeated up to the length limit, as written because of its many marks [R-MARKDOWN]',
    (unit) => {
      expect(blocks(to(unit))).toBe(to(unit));
      expect(question(to(unit))).toBe(to(unit));
    },
  );

  it('end 90 nested lists 12 elements deep, without losing a word [R-MARKDOWN]', () => {
    const markup = blocks(nested);
    expect(markup.match(/<ul\b/g)!.length).toBeLessThanOrEqual(12);
    expect(markup.replaceAll(/<[^>]*>/g, '').match(/a/g)).toHaveLength(90);
  });

  it('are not reached by real text with many marks [R-MARKDOWN]', () => {
    const text = DOCUMENT.repeat(Math.floor(LONG / DOCUMENT.length));
    expect(text.length).toBeGreaterThan(6_000);
    expect(blocks(text)).toMatch(/^<p dir="auto"><strong>Which database/);
  });
});

describe('markdownText for any input', () => {
  const safe = (text: string, kinds: readonly TextContext['kind'][] = ['question', 'context']) => {
    for (const kind of kinds) {
      const markup = html(text, kind);
      expect(markup).not.toMatch(/<(?:img|script|iframe|input|h\d)\b/);
      for (const href of hrefs(markup)) expect(href).toMatch(/^(?:https:\/\/|mailto:)/);
    }
  };

  it('renders each prefix of a streamed document without an image or an unsafe link [R-MARKDOWN]', () => {
    expect(DOCUMENT.length).toBeGreaterThan(2_000);
    for (let length = 0; length <= DOCUMENT.length; length++) safe(DOCUMENT.slice(0, length), ['context']);
  }, 120_000);

  it('renders each prefix of a question safely [R-MARKDOWN]', () => {
    const question = DOCUMENT.slice(0, 400);
    for (let length = 0; length <= question.length; length++) safe(question.slice(0, length), ['question']);
  });

  it('renders any mixture of marks safely [R-MARKDOWN]', () => {
    const piece = fc.constantFrom(
      ...['*', '**', '_', '~~', '`', '```\n', '> ', '- ', '1. ', '# ', '|', '\n', '\n\n', '    ', '[', '](', ')', '!['],
      ...[
        '<',
        '>',
        '<a href="',
        'javascript:',
        'https://',
        'a@b.c',
        '&#x202E;',
        '&lt;',
        '\\',
        '|-|\n',
        '[ ] ',
        'word ',
        '\0',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => safe(pieces.join(''))),
      { numRuns: 100 },
    );
  });

  it('does not depend on the global options of marked [R-MARKDOWN]', () => {
    const before = marked.defaults;
    try {
      marked.use({ breaks: true, tokenizer: { codespan: () => undefined }, walkTokens: () => expect.unreachable() });
      expect(question('`a`\nb')).toBe('<code dir="auto">a</code>\nb');
    } finally {
      marked.setOptions(before);
    }
  });
});

describe('markdownPreview', () => {
  const QUESTION: Question = { id: 'q', question: 'Which?', options: [], multiSelect: false };
  const preview = (format: PreviewContext['format']) =>
    markdownPreview('**a**', { question: QUESTION, option: { label: 'b' }, format });

  it('renders previews whose format is Markdown, and leaves others to the default [R-MARKDOWN]', () => {
    expect(reduce(renderToStaticMarkup(preview('markdown')))).toBe(
      '<div data-ask-user="markdown" class="au-markdown"><p dir="auto"><strong>a</strong></p></div>',
    );
    expect(preview('html')).toBeUndefined();
    expect(preview('text')).toBeUndefined();
  });
});
