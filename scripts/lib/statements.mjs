import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst, transformWithOxc } from 'vite';
import { root } from './repo.mjs';

/** Expressions and statements that can do something, or decide what is done. */
const EFFECTS =
  /^(?:Call|New|TaggedTemplate|Assignment|Update|Await|Yield|Import|Conditional)Expression$|^(?:If|Throw|Try|Switch|For\w*|While|DoWhile|Break|Continue)(?:Statement|Case)$/;

/** Adds the source text of each effect to the list of its type. */
function effectsOf(node, code, found = new Map()) {
  if (typeof node !== 'object' || node === null) return found;
  if (EFFECTS.test(node.type) || node.operator === 'delete')
    found.set(node.type, [...(found.get(node.type) ?? []), code.slice(node.start, node.end).replaceAll(/\s+/g, ' ')]);
  for (const child of Object.values(node)) effectsOf(child, code, found);
  return found;
}

/** Returns the names that a statement of a module declares. The bundler may add a number to one. */
function namesOf(statement) {
  const { id, declarations = [] } = statement.declaration ?? statement;
  return [id, ...declarations.map((declared) => declared.id)].flatMap((one) => one?.name?.replace(/\$\d+$/, '') ?? []);
}

/** Returns the effects of the code, without those of declarations that `isLeftOut`. */
function read(code, isLeftOut = () => false) {
  const { body } = parseAst(code);
  return effectsOf(
    body.filter((statement) => !isLeftOut(namesOf(statement))),
    code,
  );
}

/**
 * Checks that the bundler has removed nothing that can have an effect, such as a call whose value is not used, but
 * which throws. The tests run the sources, so they would not notice. A bundler of a host would remove it, too.
 *
 * @param {string} file a source file
 * @param {string} built the code that was built from it
 * @returns {Promise<string[]>} the problems, one line each
 */
export async function removedStatements(file, built) {
  const options = { target: 'es2022', jsx: { runtime: 'automatic', development: false }, sourcemap: false };
  const { code } = await transformWithOxc(readFileSync(join(root, file), 'utf8'), join(root, file), options);
  const there = read(built);
  const declared = new Set(parseAst(built).body.flatMap(namesOf));
  // The package does not contain declarations that no entry uses.
  const isUnused = (names) => names.length > 0 && names.every((name) => !declared.has(name));
  return [...read(code, isUnused)].flatMap(([type, effects]) => {
    const left = there.get(type) ?? [];
    if (left.length >= effects.length) return [];
    // The bundler also replaces constants, so the texts of what is left can differ.
    const missing = effects.filter((effect) => !left.includes(effect)).map((effect) => effect.slice(0, 80));
    const what = `${effects.length - left.length} of ${effects.length} ${type}`;
    return [`${file}: the build removed ${what}. Use its value, or delete it. See: ${missing.join(' | ')}`];
  });
}
