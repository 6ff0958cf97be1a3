// The pages of the API reference: each export once, on the first page that has it, and each type that it names.
import { heritageOf, membersOf, parametersOf, resolveName } from './declarations.mjs';

/**
 * @typedef {import('./declarations.mjs').Declared} Declared
 *
 * @typedef {object} Page
 * @property {string} file its name in docs/api
 * @property {string} title
 * @property {string} about
 * @property {Declared[]} declared the exports of its entry
 *
 * @typedef {Map<string, { file: string, name: string }>} Homes the page of each declaration
 */

const COMPONENT = /\b(ForwardRefExoticComponent|NamedExoticComponent|MemoExoticComponent)</;

/** Subjects of a page, by the folder or file of the sources. The first that fits names the section. */
const SUBJECTS = [
  ['core/question', 'Questions'],
  ['core/answer', 'Answers'],
  ['core/flow', 'Flow'],
  ['core/', 'Text'],
  ['dialects/catalogue', 'Dialects'],
  ['dialects/define-dialect', 'Dialects'],
  ['dialects/detect', 'Dialects'],
  ['dialects/losses', 'Dialects'],
  ['dialects/types', 'Dialects'],
  ['dialects/', 'Formats of agents'],
  ['host/broker', 'Broker'],
  ['host/tool', 'Tools'],
  ['host/http', 'HTTP handler'],
  ['host/client', 'Client'],
  ['host/store/postgres', 'PostgreSQL'],
  ['host/store/redis', 'Redis'],
  ['host/store', 'Stores'],
  ['host/runs', 'Turns'],
  ['host/rpc', 'RPC'],
  ['host/node', 'Node'],
  ['host/webhook', 'Webhooks'],
  ['host/errors', 'Errors'],
  ['host/wire', 'Messages of the HTTP handler'],
  ['host/', 'Requests'],
  ['react/queue', 'Queue'],
  ['react/record', 'Receipts'],
  ['messages', 'Messages'],
  ['react/markdown', 'Markdown'],
  ['react/attention', 'Attention'],
  ['react/dialog/parts', 'Parts'],
  ['react/engine', 'Hook'],
  ['react/flow', 'Hook'],
  ['react/dialog/use-', 'Hook'],
  ['react/drafts', 'Hook'],
  ['react/', 'Dialog'],
  ['terminal/', 'Terminal'],
  ['pending/', 'Pending file'],
];

/**
 * Returns the text of each page. A type that no entry exports is described on the first page that names it.
 *
 * @param {Page[]} pages the first page that has an export describes it; the others link to it
 * @returns {Map<string, string>} by file
 */
export function reference(pages) {
  const homes = new Map();
  const shown = new Map(pages.map(({ file }) => [file, []]));
  const settle = (file, one, internal) => {
    homes.set(keyOf(one), { file, name: one.name });
    shown.get(file).push({ ...one, internal });
  };
  const components = pages.flatMap(({ file, declared }) => declared.filter(isComponent).map((one) => ({ file, one })));
  for (const { file, one } of components) {
    const props = propsOf(one);
    if (props && !homes.has(keyOf(props))) homes.set(keyOf(props), { file, name: one.name });
  }
  for (const { file, declared } of pages)
    for (const one of declared) if (!one.members && !homes.has(keyOf(one))) settle(file, one);
  for (const { file } of pages) {
    // The list grows while it is read: a type that was found may name further ones.
    for (const one of shown.get(file))
      for (const named of namesIn(one)) if (!homes.has(keyOf(named))) settle(file, named, true);
  }
  return new Map(pages.map((page) => [page.file, pageText(page, shown.get(page.file), homes)]));
}

const keyOf = ({ module, node }) => `${module.file}:${node.start}`;

/** The declarations of this package that the text of a declaration names, apart from the props of a component. */
function namesIn(one) {
  const props = isComponent(one) ? propsOf(one) : undefined;
  const texts = props ? flatten(props).own.map(({ type, module }) => [type, module]) : [[one.code, one.module]];
  return texts.flatMap(([text, module]) => refsOf(text, module));
}

function refsOf(text, module) {
  const names = new Set(text.replaceAll(/'[^']*'/g, '').match(/(?<![\w.$])[A-Z][A-Za-z]\w*/g));
  return [...names].map((name) => resolveName(module, name)).filter((found) => found && !found.members);
}

function pageText({ file, title, about, declared }, own, homes) {
  const linked = (text, module) => {
    const links = refsOf(text, module)
      .map((found) => homes.get(keyOf(found)))
      .filter(Boolean)
      .map((home) => linkTo(home, file));
    return [...new Set(links)].join(', ');
  };
  const sections = new Map();
  for (const one of own) {
    const subject = SUBJECTS.find(([start]) => one.module.file.startsWith(`dist/${start}`))?.[1] ?? 'Other';
    sections.set(subject, [...(sections.get(subject) ?? []), one]);
  }
  const elsewhere = declared
    .filter((one) => !one.members && homes.has(keyOf(one)) && homes.get(keyOf(one)).file !== file)
    .map((one) => linkTo(homes.get(keyOf(one)), file));
  return [
    `# ${title}`,
    'Generated from the JSDoc of the package.',
    about,
    ...[...sections].flatMap(([subject, list]) => [
      `## ${subject}`,
      ...list.toSorted((a, b) => rank(a) - rank(b)).flatMap((one) => entry(one, linked)),
    ]),
    ...(elsewhere.length ? ['## Also exported', `${elsewhere.join(', ')}.`] : []),
  ].join('\n\n');
}

const linkTo = ({ file, name }, from) => `[\`${name}\`](${file === from ? '' : `${file}.md`}#${name.toLowerCase()})`;

/** Components come first, then functions and constants, then types, then the types that are not exported. */
const rank = (one) => (one.internal ? 3 : one.kind === 'type' ? 2 : isComponent(one) ? 0 : 1);

const isComponent = ({ kind, name, code, node }) =>
  kind === 'value' &&
  /^[A-Z][a-z]/.test(name) &&
  (COMPONENT.test(code) || /React(Node|Element)( \| null)?;?$/.test(code)) &&
  node !== undefined;

function entry(one, linked) {
  const head = [
    `### \`${one.name}\``,
    ...(one.internal ? ['The package does not export this name.'] : []),
    ...prose(one.doc),
  ];
  const list = (members) => members.map((each) => member(each, linked(each.type, each.module))).join('\n');
  if (isComponent(one)) {
    const props = propsOf(one);
    const { own, others } = props ? flatten(props) : { own: [], others: [] };
    return [
      ...head,
      ...(props ? [parameters(props, linked), `Props, \`${props.name}\`:`].filter(Boolean) : []),
      ...(own.length ? [list(own)] : []),
      ...(others.length ? [`Also accepts ${others.join(' and ')}.`] : []),
    ];
  }
  const members = membersOf(one);
  const parents = heritageOf(one);
  const code = one.code.replaceAll(/^declare (function|const|class) /gm, '').replaceAll(/;$/gm, '');
  const links = linked(members ? parents.join() : code.replace(new RegExp(`\\b${one.name}\\b`, 'g'), ''), one.module);
  const isInterface = one.kind === 'type' && members;
  return [
    ...head,
    ...(isInterface ? [parameters(one, linked)].filter(Boolean) : []),
    ...(isInterface || (members && code.length > 400) ? [] : [`\`\`\`ts\n${code}\n\`\`\``]),
    ...(links ? [`${isInterface ? 'Extends' : 'Types:'} ${links}.`] : []),
    ...(isInterface && parents.length && !links ? [`Extends ${parents.map((name) => `\`${name}\``).join(', ')}.`] : []),
    ...(members?.length ? [list(members)] : []),
  ];
}

/** Returns a sentence about the type parameters of an interface, with links to the types that they name. */
function parameters(one, linked) {
  const written = parametersOf(one);
  if (!written.length) return undefined;
  const links = linked(written.join(), one.module);
  return `Type parameters: ${written.map((text) => `\`${text}\``).join(', ')}${links && ` (${links})`}.`;
}

/** Returns the interface of a component's props: the first of the package's names in its declaration. */
export function propsOf({ code, module }) {
  const name = code.match(/\bAskUser\w*Props\b/)?.[0];
  return name && resolveName(module, name);
}

/** Returns its members and those of the interfaces that it extends, and everything from other packages as text. */
export function flatten(declared) {
  const own = new Map((membersOf(declared) ?? []).map((one) => [one.name, one]));
  const others = new Set();
  for (const written of heritageOf(declared)) {
    const [, name, omitted = ''] = written.match(/^(?:Omit<)?(\w+)(?:<[^>]*>)?(?:, (.*)>)?$/s) ?? [];
    const parent = name && name !== 'ComponentPropsWithoutRef' ? resolveName(declared.module, name) : undefined;
    const alias = parent && !parent.node.body && /^type \w+ = Omit<(\w+)<[^>]*>, (\w+)>;?$/.exec(parent.code);
    if (!parent) others.add(inWords(written));
    else if (alias) {
      const [inner, left] = [alias[1], alias[2]].map((name) => resolveName(parent.module, name));
      for (const one of flatten(inner).own)
        if (!left.code.includes(`'${one.name}'`) && !own.has(one.name)) own.set(one.name, one);
    } else if (!parent.node.body) others.add(inWords(parent.code));
    else {
      const inner = flatten(parent);
      for (const one of inner.own) if (!omitted.includes(`'${one.name}'`) && !own.has(one.name)) own.set(one.name, one);
      for (const other of inner.others) others.add(other);
    }
  }
  return { own: [...own.values()], others: [...others] };
}

function inWords(code) {
  const element = code.match(/ComponentPropsWithoutRef<'(\w+)'>/)?.[1];
  const slot = code.match(/SlotProps<'(\w+)'>/)?.[1];
  if (element) return `the props of a \`<${element}>\``;
  if (slot) return `the props of a \`<${slot}>\` and \`asChild\``;
  return `\`${code}\``;
}

/** Returns a comment as paragraphs: its text, then its tags as sentences. */
function prose({ text, tags }) {
  const of = (tag) => tags.filter((one) => one.tag === tag).map((one) => one.text);
  const params = of('param').map((one) => one.replace(/^(\w+) -? ?/, '- `$1`: '));
  return [
    text,
    params.join('\n'),
    ...of('returns').map((one) => `Returns ${one}`),
    ...of('throws').map(
      (one) => `Throws ${one.replace(/^\{(\w+)\} (If)?/, (_, type, If) => `\`${type}\` ${If ? 'if' : ''}`)}`,
    ),
    ...of('default').map((one) => `Default: ${one.replaceAll(/\s+/g, ' ')}`),
    ...of('see').map((one) => `See ${one}`),
    ...of('example').map((one) => `\`\`\`ts\n${one}\n\`\`\``),
  ].filter(Boolean);
}

/**
 * Returns a member of a type as an item of a list.
 *
 * @param {import('./declarations.mjs').Member} member
 * @param {string} [links] to the types that it names
 */
export function member({ name, optional, type: written, doc }, links) {
  const method = written.startsWith('(') && /\): [^=]*$/.test(written) && !written.includes('=>');
  const head = `- \`${name}${optional ? '?' : ''}${method ? '' : ': '}${written}\`${links ? ` (${links})` : ''}`;
  return [head, ...prose(doc).map((part) => `  ${part.replaceAll('\n', '\n  ')}`)].join('  \n');
}

/** Returns exported names without JSDoc, for the check. Props are described by their component. */
export function undocumented(declared) {
  return declared
    .flatMap((one) => one.members ?? [one])
    .filter(({ name, doc }) => !doc.text && !/^(AskUser)?\w*Props$/.test(name))
    .map(({ name }) => name);
}
