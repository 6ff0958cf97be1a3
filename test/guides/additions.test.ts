import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entries } from '../../scripts/lib/repo.mjs';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '');

/** Returns the files that lack a text, each with the text. */
const missing = (texts: readonly (readonly [file: string, text: string])[]) =>
  texts.filter(([file, text]) => !read(file).includes(text)).map(([file, text]) => `${file}: add ${text.trim()}`);

const languages = entries()
  .map(({ source }) => /^src\/react\/messages\/(\w+)\.ts$/.exec(source)?.[1] ?? 'format')
  .filter((name) => name !== 'format' && name !== 'en');

const families = readdirSync(join(root, 'src/dialects/families'));

describe('a language is complete', () => {
  it.each(languages)('%s', (name) => {
    const places = missing([
      [`src/react/messages/${name}.ts`, `export const ${name}: AskUserLanguage = `],
      [`src/react/messages/${name}.ts`, "export function createMessages(locale = '"],
      ['test/react/messages/helpers.ts', `\n  ${name}: {`],
      ['test/react/messages/format.test.ts', `['${name}', '`],
      ['test/react/dialog/messages.browser.test.tsx', `['${name}', '`],
      ['test/react/dialog/show-all.browser.test.tsx', `['${name}', ${name}]`],
      ['examples/playground/languages.ts', `messages/${name}')).${name}`],
      ['.storybook/languages.ts', `messages: ${name}`],
      ['stories/languages.stories.tsx', `, ${name})`],
      ['docs/messages.md', `\`react-ask-user/messages/${name}\``],
      ['docs/api/README.md', `\`react-ask-user/messages/${name}\``],
      ['README.md', name === 'de' ? 'react-ask-user/messages/de' : `\`${name}\``],
    ]);
    expect(places).toEqual([]);
  });
});

describe('a dialect is complete', () => {
  it.each(families)('%s', (family) => {
    const dialect = family.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const hasTool = existsSync(join(root, `src/dialects/families/${family}/tool.ts`));
    const tests = readdirSync(join(root, 'test/dialects/families')).map((file) =>
      read(`test/dialects/families/${file}`),
    );
    const tested = tests.some((test) => new RegExp(`\\b${dialect}\\b`).test(test));
    expect([
      ...(tested ? [] : [`test/dialects/families/${family}.test.ts: add tests of ${dialect}`]),
      ...missing([
        ['src/dialects/index.ts', `./families/${family}/index.js`],
        ['src/dialects/catalogue.ts', `\n  ${dialect},`],
        ...(hasTool
          ? ([
              ['src/dialects/index.ts', `${dialect}Tool`],
              ['src/dialects/catalogue.ts', `\n  ${dialect}Tool,`],
            ] as const)
          : []),
        ['test/dialects/examples.ts', dialect],
        ['docs/api/agents.md', `<a id="${dialect.toLowerCase()}"></a>`],
        ['docs/api/agents.md', `<!-- facts: ${dialect} -->`],
        ['docs/agents.md', `[\`${dialect}\`](api/agents.md#${dialect.toLowerCase()})`],
      ]),
    ]).toEqual([]);
  });
});
