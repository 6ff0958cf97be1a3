import { heritageOf, membersOf, resolveName } from './declarations.mjs';

const COMPONENT = /\b(ForwardRefExoticComponent|NamedExoticComponent|MemoExoticComponent)</;

/** One page of the reference. @param {{ title: string, about: string, declared: import('./declarations.mjs').Declared[] }} page */
export function apiPage({ title, about, declared }) {
  const spaces = declared.filter(({ members }) => members);
  const inSpace = new Map(
    spaces.flatMap(({ name, members }) => members.map((member) => [member.node, `${name}.${member.name}`])),
  );
  const rest = declared.filter(({ members }) => !members);
  const components = rest.filter(isComponent);
  const props = new Set(components.map((one) => propsOf(one)?.node));
  const values = rest.filter((one) => one.kind === 'value' && !components.includes(one));
  const types = rest.filter((one) => one.kind === 'type' && !props.has(one.node));
  return [
    `# ${title}`,
    'Made by `npm run api` from the JSDoc of the package; edit it there.',
    about,
    ...section('Components', components, (one) => component(one, inSpace.get(one.node))),
    ...section('Functions and values', values, value),
    ...section('Types', types, type),
  ].join('\n\n');
}

const section = (title, list, draw) => (list.length ? [`## ${title}`, ...list.flatMap(draw)] : []);

const isComponent = ({ kind, name, code, node }) =>
  kind === 'value' &&
  /^[A-Z][a-z]/.test(name) &&
  (COMPONENT.test(code) || /React(Node|Element)( \| null)?;?$/.test(code)) &&
  node !== undefined;

function component(one, alias) {
  const props = propsOf(one);
  const { own, others } = props ? flatten(props) : { own: [], others: [] };
  return [
    `### ${alias ? `\`${one.name}\`, \`${alias}\`` : `\`${one.name}\``}`,
    ...prose(one.doc),
    ...(own.length ? [own.map(member).join('\n')] : []),
    ...(others.length ? [`Takes ${others.join(' and ')} as well.`] : []),
  ];
}

/** The interface of a component's props: the first of ours that its declaration names. */
function propsOf({ code, module }) {
  const name = code.match(/\bAskUser\w*Props\b/)?.[0];
  return name && resolveName(module, name);
}

/** Its members and those of the interfaces it extends; what comes from elsewhere in words. */
function flatten(declared) {
  const own = new Map((membersOf(declared) ?? []).map((one) => [one.name, one]));
  const others = new Set();
  for (const written of heritageOf(declared)) {
    const [, name, omitted = ''] = written.match(/^(?:Omit<)?(\w+)(?:<[^>]*>)?(?:, (.*)>)?$/s) ?? [];
    const parent = name && name !== 'ComponentPropsWithoutRef' ? resolveName(declared.module, name) : undefined;
    if (!parent) others.add(inWords(written));
    else if (!parent.node.body) others.add(inWords(parent.code));
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
  const primitive = code.match(/ComponentPropsWithoutRef<typeof Primitive\.(\w+)>/)?.[1];
  const radix = code.match(/ComponentPropsWithoutRef<typeof (\w+\.\w+)>/)?.[1];
  if (element) return `the props of a \`<${element}>\``;
  if (primitive) return `the props of a \`<${primitive}>\` and \`asChild\``;
  if (radix) return `the props of Radix's \`${radix}\``;
  return `\`${code}\``;
}

function value(one) {
  const members = membersOf(one);
  const signature = one.code.replaceAll(/^declare (function|const) /gm, '').replaceAll(/;$/gm, '');
  const shown = members && signature.length > 400 ? [] : [fence(signature)];
  return [`### \`${one.name}\``, ...prose(one.doc), ...shown, ...(members ? [members.map(member).join('\n')] : [])];
}

function type(one) {
  const parents = heritageOf(one);
  const members = membersOf(one);
  const extending = parents.length ? [`Extends ${parents.map((parent) => `\`${parent}\``).join(' and ')}.`] : [];
  return [
    `### \`${one.name}\``,
    ...prose(one.doc),
    ...extending,
    ...(members?.length ? [members.map(member).join('\n')] : members ? [] : [fence(one.code.replace(/;$/, ''))]),
  ];
}

const fence = (code) => `\`\`\`ts no-check\n${code}\n\`\`\``;

const prose = ({ text, fallback }) => [tagged(text), fallback && `Default: ${fallback}`].filter(Boolean);

/** The tags of a function as a list. */
const tagged = (text) => text.replaceAll(/^@param (\w+) -? ?/gm, '- `$1`: ').replaceAll(/^@returns? /gm, '- returns ');

function member({ name, optional, type: written, doc }) {
  const method = written.startsWith('(') && /\): [^=]*$/.test(written) && !written.includes('=>');
  const head = `- \`${name}${optional ? '?' : ''}${method ? '' : ': '}${written}\``;
  const lines = [doc.text.replaceAll('\n', '\n  '), doc.fallback && `Default: ${doc.fallback}`].filter(Boolean);
  return [head, ...lines.map((line) => `  ${line}`)].join('  \n');
}

/** Exported things without a word about them, for the check. Props are about their component. */
export function undocumented(declared) {
  return declared
    .flatMap((one) => one.members ?? [one])
    .filter(({ name, doc }) => !doc.text && !/^(AskUser)?\w*Props$/.test(name))
    .map(({ name }) => name);
}
