import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse as parseToml } from 'smol-toml';
import {
  apply,
  FORMATS,
  insertProven,
  type Path,
  takeOutProven,
  unapply,
} from '../../packages/ask-user/src/setup/format.js';
import { showChange } from '../../packages/ask-user/src/setup/text.js';

const { json, toml } = FORMATS;
const PATH = ['mcpServers', 'ask'];
const SERVER = { command: 'npx', args: ['-y', 'mcp'] };

const added = (text: string, path: Path = PATH, format: keyof typeof FORMATS = 'json') =>
  apply(text, insertProven(FORMATS[format], text, path, SERVER) ?? expect.unreachable());

describe('JSON settings [R-ADD]', () => {
  it.each([
    ['no settings', '', '{\n  "mcpServers": {\n    "ask": <S>\n  }\n}\n'],
    ['empty settings', '{}', '{\n  "mcpServers": {\n    "ask": <S>\n  }\n}'],
    ['other settings', '{\n  "a": 1\n}\n', '{\n  "a": 1,\n  "mcpServers": {\n    "ask": <S>\n  }\n}\n'],
    ['one line', '{"mcpServers":{"x":{}}}', '{"mcpServers":{"x":{}, "ask": <L>}}'],
    ['tabs', '{\n\t"mcpServers": {\n\t\t"x": 1\n\t}\n}', '{\n\t"mcpServers": {\n\t\t"x": 1,\n\t\t"ask": <T>\n\t}\n}'],
    [
      'a comment behind the last entry, which stays with it',
      '{\n  "mcpServers": {\n    "x": 1 // mine\n  }\n}',
      '{\n  "mcpServers": {\n    "x": 1, // mine\n    "ask": <S>\n  }\n}',
    ],
    [
      'a trailing comma with a comment',
      '{\n  "mcpServers": {\n    "x": 1, // mine\n    // next\n  },\n}',
      '{\n  "mcpServers": {\n    "x": 1, // mine\n    "ask": <S>,\n    // next\n  },\n}',
    ],
    [
      'only a comment',
      '{\n  "mcpServers": {\n    // none yet\n  }\n}',
      '{\n  "mcpServers": {\n    // none yet\n    "ask": <S>\n  }\n}',
    ],
  ])('with %s', (_name, before, after) => {
    const lines = (unit: string, outer: string) =>
      JSON.stringify(SERVER, undefined, unit).replaceAll('\n', `\n${outer}`);
    const expected = after
      .replace('<S>', () => lines('  ', '    '))
      .replace('<L>', () => JSON.stringify(SERVER))
      .replace('<T>', () => lines('\t', '\t\t'));
    expect(added(before)).toBe(expected);
  });

  it('with long comments behind the last entry, at once', () => {
    const slashes = `${'/'.repeat(200)} ${'/* a */ '.repeat(50)}`;
    const before = `{\n  "mcpServers": {\n    "x": 1 ${slashes}\n  }\n}`;
    expect(json.read(added(before))).toEqual({ mcpServers: { x: 1, ask: SERVER } });
  });

  it.each([
    ['an open brace', '{\n  "a": {', 'line 2, column 9'],
    ['a list', '[]', 'line 1, column 1'],
    ['a missing comma', '{\r\n  "a": 1\r\n  "b": 2\r\n}', 'line 3, column 3'],
  ])('says where %s is', (_name, text, place) => {
    expect(() => json.read(text)).toThrow(place);
  });

  it.each([
    ['servers that are a list', '{"mcpServers":[]}'],
    ['servers that are null', '{"mcpServers":null}'],
    ['two lists of servers', '{"mcpServers":{}, "mcpServers":{"x":1}}'],
  ])('is not changed with %s', (_name, text) => {
    expect(insertProven(json, text, PATH, SERVER)).toBeUndefined();
  });

  it('appends to a list', () => {
    const text = '{\n  "hooks": {\n    "PreToolUse": [\n      1\n    ]\n  }\n}';
    const after = added(text, ['hooks', 'PreToolUse', -1]);
    expect(json.read(after)).toEqual({ hooks: { PreToolUse: [1, SERVER] } });
    expect(takeOutProven(json, after, ['hooks', 'PreToolUse', 1])).toBe(text);
  });
});

/** A JSON text in some style: indentation, line breaks, comments, and commas. */
const jsonText = fc
  .record({
    settings: fc.dictionary(
      fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
      fc.jsonValue({ maxDepth: 2 }),
      { maxKeys: 4 },
    ),
    servers: fc.option(
      fc.dictionary(fc.constantFrom('x', 'y "q"', 'ü'), fc.constant({ command: 'a', env: { K: 'v' } })),
    ),
    unit: fc.constantFrom('', '  ', '    ', '\t'),
    lineBreak: fc.constantFrom('\n', '\r\n'),
    comment: fc.constantFrom('', ' // one', ' /* two */'),
    isTrailing: fc.boolean(),
    end: fc.constantFrom('', '\n', '\n\n'),
  })
  .map(({ settings, servers, unit, lineBreak, comment, isTrailing, end }) => {
    const value = servers ? { ...settings, mcpServers: servers } : settings;
    let text = JSON.stringify(value, undefined, unit);
    if (unit) {
      // A line that ends an entry. Strings contain no line breaks.
      text = text.replaceAll(/(?<=[\w"}\]])(,?)$/gm, (_, comma: string) => `${comma}${comment}`);
      text = text.replace(
        /^\{(.*)\n\}(.*)$/s,
        (_, inner: string, rest: string) =>
          `{${comment}${inner}${isTrailing && !comment && inner ? ',' : ''}\n}${rest}`,
      );
    }
    return `${text}${end}`.replaceAll('\n', lineBreak);
  });

const tomlText = fc
  .record({
    lines: fc.array(
      fc.constantFrom(
        '# a comment',
        '',
        'model = "x" # mine',
        "text = '''\n[mcp_servers.ask]\n'''",
        'list = [\n  1,\n]',
      ),
      { maxLength: 5 },
    ),
    tables: fc.array(
      fc.constantFrom('[mcp_servers.other]\ncommand = "a"', '[tools]\n# c\nweb = true', '[[profiles]]\nname = "p"'),
      { maxLength: 4 },
    ),
    lineBreak: fc.constantFrom('\n', '\r\n'),
    end: fc.constantFrom('', '\n', '\n\n', '\n# end'),
  })
  .map(({ lines, tables, lineBreak, end }) =>
    `${[...new Set(lines), ...new Set(tables)].join('\n')}${end}`.replaceAll('\n', lineBreak),
  );

describe.each([
  ['json', jsonText, PATH],
  ['toml', tomlText, ['mcp_servers', 'ask']],
] as const)('any %s settings', (name, texts, path) => {
  const format = FORMATS[name];

  it('keep every character, get one value, and are restored byte for byte', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const insertions = insertProven(format, text, path, SERVER) ?? expect.unreachable(text);
        const after = apply(text, insertions);
        expect(format.read(after)).toMatchObject({ [path[0]]: { ask: SERVER } });
        expect(unapply(after, insertions)).toBe(text);
      }),
    );
  });

  it('lose only that value, also after another change', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const insertions = insertProven(format, text, path, SERVER) ?? expect.unreachable(text);
        const comment = name === 'json' ? '' : '\n# later';
        const left = takeOutProven(format, `${apply(text, insertions)}${comment}`, path) ?? expect.unreachable(text);
        expect(format.read(left)).toMatchObject(format.read(text) as object);
        expect(left).not.toContain('"npx"');
      }),
    );
  });
});

describe('the shown change [R-ADD]', () => {
  it('is the lines that change, with those around them', () => {
    const lines = (...all: string[]) => all.join('\r\n');
    expect(showChange(lines('a', 'b', 'c', 'd', ''), lines('a', 'b', 'c', 'new', 'd', ''))).toEqual([
      '@@ line 2 @@',
      '  b',
      '  c',
      '+ new',
      '  d',
    ]);
  });

  it('shows only the part that changes of a long line, which can contain keys', () => {
    const line = `{"key":"secret",${'"a":1,'.repeat(40)}"b":2}`;
    const shown = showChange(line, line.replace('}', ',"ask":{}}')).join('\n');
    expect(shown).toContain('"b":2,"ask":{}}');
    expect(shown).not.toContain('secret');
  });
});

describe('TOML settings [R-ADD]', () => {
  const TOML = ['mcp_servers', 'ask'];

  it('get a table at the end', () => {
    expect(added('model = "x"', TOML, 'toml')).toBe(
      'model = "x"\n\n[mcp_servers.ask]\ncommand = "npx"\nargs = ["-y", "mcp"]\n',
    );
  });

  it('lose the table and those in it, but not the comment of the next one', () => {
    const text =
      '[a]\nb = 1\n\n[mcp_servers.ask]\ncommand = "x"\n\n[mcp_servers.ask.env]\nK = "v"\n\n# next\n[c]\nd = 2\n';
    expect(takeOutProven(toml, text, TOML)).toBe('[a]\nb = 1\n\n# next\n[c]\nd = 2\n');
  });

  it.each([
    ['an inline table', 'mcp_servers = { x = { command = "a" } }'],
    ['a value in its place', 'mcp_servers = 1'],
  ])('are not changed with %s', (_name, text) => {
    expect(insertProven(toml, text, TOML, SERVER)).toBeUndefined();
  });

  it('say where they cannot be read', () => {
    expect(() => toml.read('a = 1\nb = = 2')).toThrow(/^line 2, column 5: /);
    expect(parseToml(added('', TOML, 'toml'))).toEqual({ mcp_servers: { ask: SERVER } });
  });
});
