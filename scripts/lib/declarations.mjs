// Reads the built declaration files: the exports of an entry, with their kind, JSDoc and members.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { root } from './repo.mjs';

/**
 * @typedef {object} Member a property, method or index of an interface, type or object
 * @property {string} name
 * @property {boolean} optional
 * @property {string} type
 * @property {Doc} doc
 * @property {Module} module that declares it
 *
 * @typedef {object} Doc a JSDoc comment
 * @property {string} text everything before its first tag
 * @property {{ tag: string, text: string }[]} tags in their order, such as `throws` and `default`
 *
 * @typedef {object} Declared
 * @property {string} name as the entry exports it
 * @property {'value' | 'type'} kind
 * @property {Doc} doc
 * @property {string} code its declaration in TypeScript, without comments
 * @property {object} node
 * @property {Module} module
 * @property {Declared[]} [members] of a namespace, each under its name
 *
 * @typedef {{ file: string, code: string, comments: object[], body: object[], locals: Map<string, object>, imports: Map<string, object> }} Module
 */

const modules = new Map();

/** Reads a declaration file by its path from the root. @returns {Module} */
export function readModule(file) {
  if (!modules.has(file)) modules.set(file, parseModule(file));
  return modules.get(file);
}

function parseModule(file) {
  const code = readFileSync(join(root, file), 'utf8');
  const { program, comments, errors } = parseSync(file, code);
  if (errors.length) throw new Error(`${file}: ${errors[0].message}`);
  const locals = new Map();
  const imports = new Map();
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      for (const { local, imported } of statement.specifiers) {
        imports.set(local.name, { specifier: statement.source.value, name: imported?.name });
      }
    }
    const declaration = statement.declaration ?? statement;
    const named = declaration.declarations?.[0]?.id ?? declaration.id;
    // Overloads are several statements with one name. The first one has the JSDoc.
    if (named?.name) locals.set(named.name, [...(locals.get(named.name) ?? []), { node: declaration, statement }]);
  }
  return { file, code, comments, body: program.body, locals, imports };
}

const target = ({ file }, specifier) => join(file, '..', specifier).replaceAll('\\', '/').replace(/\.js$/, '.d.ts');

/** Returns the exports of a file, in its order. @returns {Declared[]} */
export function exportsOf(file) {
  const module = readModule(file);
  const found = new Map();
  const add = (declared) => found.has(declared.name) || found.set(declared.name, declared);
  for (const statement of module.body) {
    if (statement.type === 'ExportAllDeclaration') {
      const inner = exportsOf(target(module, statement.source.value));
      const space = statement.exported?.name;
      if (!space) inner.forEach(add);
      else add({ name: space, kind: 'value', doc: docBefore(module, statement), code: '', module, members: inner });
    }
    if (statement.type === 'ExportDefaultDeclaration')
      add({ ...declared(module, nameOf(statement.declaration)), name: 'default' });
    if (statement.type !== 'ExportNamedDeclaration') continue;
    if (statement.declaration) add(declared(module, nameOf(statement.declaration)));
    for (const { local, exported, exportKind } of statement.specifiers) {
      const source = statement.source ? target(module, statement.source.value) : undefined;
      const one = source ? lookUp(readModule(source), local.name) : declared(module, local.name);
      const typeOnly = exportKind === 'type' || statement.exportKind === 'type';
      add({ ...one, name: exported.name, kind: typeOnly ? 'type' : one.kind });
    }
  }
  return [...found.values()];
}

const nameOf = (declaration) => (declaration.declarations?.[0]?.id ?? declaration.id).name;

/** Follows an exported name to its declaration. @returns {Declared} */
function lookUp(module, name) {
  if (module.locals.has(name)) return declared(module, name);
  const found = exportsOf(module.file).find((one) => one.name === name);
  if (!found) throw new Error(`${module.file} exports no ${name}`);
  return found;
}

/** Returns the declaration of a name that a file uses, or `undefined` if this package does not declare it. */
export function resolveName(module, name) {
  if (module.locals.has(name)) return declared(module, name);
  const imported = module.imports.get(name);
  if (!imported?.specifier.startsWith('.')) return undefined;
  return lookUp(readModule(target(module, imported.specifier)), imported.name);
}

function declared(module, name) {
  const all = module.locals.get(name);
  const [{ node, statement }] = all;
  const kind = /^TS(Interface|TypeAlias)Declaration$/.test(node.type) ? 'type' : 'value';
  const code = all.map((one) => codeOf(module, one.node)).join('\n');
  return { name, kind, doc: docBefore(module, statement), code, node, module };
}

/** Returns the JSDoc that ends at the start of a node. @returns {Doc} */
function docBefore({ code, comments }, { start }) {
  const comment = comments.findLast((one) => one.end <= start && /^\s*$/.test(code.slice(one.end, start)));
  if (comment?.type !== 'Block' || !comment.value.startsWith('*')) return { text: '', tags: [] };
  const whole = comment.value
    .slice(1)
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, ''))
    .join('\n');
  const [text, ...parts] = whole.split(/(?:^|\s)@(param|returns|throws|example|default|see|internal)\b/);
  const tags = parts.flatMap((part, index) => (index % 2 ? [] : [{ tag: part, text: parts[index + 1].trim() }]));
  return { text: text.trim(), tags };
}

/** Returns the code of a node, without comments and blank lines. */
function codeOf({ code, comments }, { start, end }) {
  const inside = comments.filter((one) => one.start >= start && one.end <= end);
  let text = code.slice(start, end);
  for (const one of inside.toReversed()) text = text.slice(0, one.start - start) + text.slice(one.end - start);
  return text.replaceAll(/import\("[^"]+"\)\./g, '').replaceAll(/\n\s*\n/g, '\n');
}

const oneLine = (text) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/([({[]) | ([)\]])/g, '$1$2')
    .replaceAll(/; \}/g, ' }')
    .trim();

/** Removes the brackets around a function type that stands alone. */
const unwrapped = (type) => type.replace(/^\((\(.*\) => [^|&]*)\)$/, '$1');

/** Returns the members of an interface, an object type, or a constant of such a type, or `undefined` if it has none. */
export function membersOf({ node, module }) {
  const type = node.typeAnnotation ?? node.declarations?.[0]?.id.typeAnnotation?.typeAnnotation;
  const list = node.body?.body ?? (type?.type === 'TSTypeLiteral' ? type.members : undefined);
  return list?.filter(({ kind }) => kind !== 'constructor').map((member) => memberOf(module, member));
}

/** @returns {Member} */
function memberOf(module, member) {
  const own = member.typeAnnotation?.typeAnnotation;
  const name = member.key ? codeOf(module, member.key) : '[index]';
  const method = member.type === 'TSMethodSignature';
  const type = method
    ? codeOf(module, { start: member.key.end, end: member.end }).replace(/^\?|;$/g, '')
    : own
      ? codeOf(module, own)
      : 'unknown';
  return {
    name,
    optional: member.optional === true,
    type: unwrapped(oneLine(member.optional ? type.replace(/\s*\| undefined$/, '') : type)),
    doc: docBefore(module, member),
    module,
  };
}

/** Returns the type parameters of a declaration, as written. */
export function parametersOf({ node, module }) {
  return (node.typeParameters?.params ?? []).map((one) => oneLine(codeOf(module, one)));
}

/** Returns the types that an interface extends, as written. */
export function heritageOf({ node, module }) {
  return (node.extends ?? []).map((one) => oneLine(codeOf(module, one)));
}
