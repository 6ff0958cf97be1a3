// A page for each part of the dialog: from its types, the tree in docs/parts.md, the table PARTS and the stylesheet.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { flatten, member, propsOf } from '../../scripts/lib/reference.mjs';
import { exportsOf } from '../../scripts/lib/declarations.mjs';
import { root } from '../../scripts/lib/repo.mjs';

const text = (file) => readFileSync(join(root, file), 'utf8');

/** The elements of each part by their names in `data-ask-user`. The first one receives the part's props. */
const ELEMENTS = JSON.parse(text('site/lib/elements.json'));

/** Elements of a queue, of a receipt and of Markdown, which are no parts, and text for screen readers in several parts. */
const OTHERS = [
  'queue',
  'queue-count',
  'connection',
  'settled-header',
  'time',
  'correction',
  'markdown',
  'markdown-element',
  'hidden',
];

/** Returns the pages in the order of the tree. @returns {{ file: string, label: string, text: string }[]} */
export function partPages() {
  const tree = readTree(text('docs/parts.md'));
  const states = readStates(text('src/react/dialog/anatomy.ts'));
  const properties = readProperties();
  const declared = new Map(exportsOf('dist/react/parts.d.ts').map((one) => [one.name.replace(/^AskUser/, ''), one]));
  const parts = [...declared.keys()].filter((name) => !name.endsWith('Props'));
  const problems = [
    ...parts.filter((name) => !tree.has(name)).map((name) => `docs/parts.md has no ${name} in its tree.`),
    ...parts.filter((name) => !ELEMENTS[name]).map((name) => `site/lib/elements.json has no ${name}.`),
    ...[...new Set(Object.values(ELEMENTS).flat())]
      .filter((name) => !states.has(name))
      .map((name) => `site/lib/elements.json has ${name}, which is no element of src/react/dialog/anatomy.ts.`),
    ...[...states.keys()]
      .filter((name) => !OTHERS.includes(name) && !Object.values(ELEMENTS).flat().includes(name))
      .map((name) => `site/lib/elements.json has no part with the element ${name}.`),
  ];
  if (problems.length) throw new Error(problems.join('\n'));

  return [...tree.keys()]
    .filter((name) => declared.has(name))
    .map((name) => {
      const sections = [
        `# AskUser.${name}`,
        declared.get(name).doc.text,
        '## Anatomy',
        anatomy(name, tree, declared),
        '## Props',
        ...props(declared.get(name)),
        ...stateSection(ELEMENTS[name], states),
        ...propertySection(ELEMENTS[name], properties),
        '## See also',
        seeAlso(name, tree, declared),
      ];
      return { file: pageFile(name), label: name, text: `${sections.join('\n\n')}\n` };
    });
}

const pageFile = (name) =>
  `docs/parts/${name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase()}.md`;

const linkTo = (name) => `[\`${name}\`](${pageFile(name).slice('docs/parts/'.length)})`;

/** Reads the tree of docs/parts.md. @returns {Map<string, string | undefined>} the parent of each part */
function readTree(markdown) {
  const [, block] = /^## Anatomy.*?^```\n(.*?)^```/ms.exec(markdown);
  const parents = new Map();
  const open = [];
  for (const line of block.trimEnd().split('\n')) {
    const [, lead, names] = /^([│├└ ]*)((?:[A-Z]\w+(?:, )?)+)/.exec(line);
    const depth = lead.length / 2;
    for (const name of [...names.split(', '), ...(/beside it ([A-Z]\w+)/.exec(line)?.slice(1) ?? [])]) {
      parents.set(name, open[depth - 1]);
    }
    open[depth] = names.split(', ').at(-1);
  }
  return parents;
}

/** Reads the names, their comments and their state attributes. */
function readStates(code) {
  const found = new Map();
  for (const [, comment = '', quoted, plain, list] of code.matchAll(
    /(?:\/\*\*((?:(?!\*\/).)*)\*\/\s*)?^ {2}(?:'([\w-]+)'|(\w+)): \[(.*?)\],$/gms,
  )) {
    const about = comment.replaceAll(/\s*\n\s*\*\s?/g, ' ').trim();
    found.set(quoted ?? plain, { about, attributes: list.match(/[\w-]+/g) ?? [] });
  }
  return found;
}

/** Returns the public custom properties that the stylesheet reads for each element. */
function readProperties() {
  const css = readdirSync(join(root, 'src/styles'))
    .map((file) => text(`src/styles/${file}`))
    .join('\n')
    .replaceAll(/\/\*.*?\*\//gs, '');
  const found = new Map();
  for (const [, selector, body] of css.matchAll(/([^{};]+)\{([^{}]*)\}/g)) {
    const used = [...body.matchAll(/var\(--au-([\w-]+)/g)].map(([, name]) => `--ask-user-${name}`);
    // Drops the conditions, so that the last name of each selector is the element that it styles.
    const plain = selector.replaceAll(/:(?:has|not|is)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, '');
    for (const one of plain.split(',')) {
      const name = [...one.matchAll(/\.([a-z][\w-]*)/g)].at(-1)?.[1];
      if (name) found.set(name, new Set([...(found.get(name) ?? []), ...used]));
    }
  }
  return found;
}

/** Returns the part in its parents, with the parts that it renders by default. */
function anatomy(name, tree, declared) {
  const path = [];
  for (let at = name; at; at = tree.get(at)) path.unshift(at);
  const children = [...tree].filter(([, parent]) => parent === name).map(([child]) => child);
  const open = (part) => `<AskUser.${part}${attributes(declared.get(part))}`;
  const line = (depth, code) => '  '.repeat(depth) + code;
  const code = [
    ...path.slice(0, -1).map((part, depth) => line(depth, `${open(part)}>`)),
    ...(children.length
      ? [
          line(path.length - 1, `${open(name)}>`),
          ...children.map((child) => line(path.length, `${open(child)} />`)),
          line(path.length - 1, `</AskUser.${name}>`),
        ]
      : [line(path.length - 1, `${open(name)} />`)]),
    ...path
      .slice(0, -1)
      .map((part, depth) => line(depth, `</AskUser.${part}>`))
      .toReversed(),
  ];
  const note = children.length ? `Without children, it renders the parts in it that apply.\n\n` : '';
  return `${note}\`\`\`tsx\n${code.join('\n')}\n\`\`\``;
}

/** Returns the props that a part needs, with values for the first question. */
function attributes(declared) {
  if (declared.name === 'AskUserRoot') return ' questions={questions} onSubmit={send} onCancel={send}';
  const needed = flattened(declared).own.filter(({ optional }) => !optional);
  return needed.map(({ name }) => ` ${name}={0}`).join('');
}

function flattened(declared) {
  const found = propsOf(declared);
  return found ? flatten(found) : { own: [], others: [] };
}

function props(declared) {
  const { own, others } = flattened(declared);
  const rest = others.length ? [`${own.length ? 'It also accepts' : 'It accepts'} ${others.join(' and ')}.`] : [];
  return [...own.map((one) => member(one)), ...rest].length
    ? [own.map(member).join('\n'), ...rest].filter(Boolean)
    : ['None.'];
}

function stateSection(names, states) {
  if (!names.length) return [];
  const rows = names.map((name) => {
    const { about, attributes: list } = states.get(name);
    return `| \`${name}\` | ${list.map((one) => `\`${one}\``).join(', ') || '–'} | ${about} |`;
  });
  const head = '| `data-ask-user` | state attributes | description |\n| --- | --- | --- |';
  return ['## Data attributes', [head, ...rows].join('\n')];
}

function propertySection(names, properties) {
  const used = new Set(names.flatMap((name) => [...(properties.get(name) ?? [])]));
  const rows = text('docs/theming.md')
    .split('\n')
    .filter((line) => used.has(/^\| `(--ask-user-[\w-]+)`/.exec(line)?.[1]));
  if (!rows.length) return [];
  return [
    '## Custom properties',
    'The stylesheet reads these for the elements above. They can be set on any ancestor. See [theming](../theming.md#custom-properties).',
    ['| property | sets | default |', '| --- | --- | --- |', ...rows].join('\n'),
  ];
}

function seeAlso(name, tree, declared) {
  const near = [tree.get(name), ...[...tree].filter(([, parent]) => parent === name).map(([child]) => child)];
  const parts = near.filter((part) => part && declared.has(part)).map(linkTo);
  return [...parts, '[Compose the dialog](../parts.md)', '[API](../api/parts.md)'].join(' · ');
}
