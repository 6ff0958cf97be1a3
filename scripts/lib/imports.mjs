import { parseSync } from 'vite';

/**
 * Returns the imports and re-exports of a module.
 *
 * @param {string} file name of the file, whose extension selects the language
 * @param {string} code
 * @returns {{ specifier: string, names: string[], typeOnly: boolean }[]} `names` are those in the exporting module.
 * Empty for `*` and `import()`.
 */
export function importsOf(file, code) {
  const { module, errors } = parseSync(file, code);
  if (errors.length) throw new Error(`${file}: ${errors[0].message}`);
  const named = (entry) => (entry.importName.kind === 'Default' ? 'default' : entry.importName.name);
  const found = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    names: entries.map(named).filter(Boolean),
    typeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
  }));
  for (const { entries } of module.staticExports) {
    const [first] = entries;
    if (!first?.moduleRequest) continue;
    found.push({
      specifier: first.moduleRequest.value,
      names: entries.map(named).filter(Boolean),
      typeOnly: entries.every((entry) => entry.isType),
    });
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const specifier = code.slice(moduleRequest.start + 1, moduleRequest.end - 1);
    // A page computes the name of its language's file.
    if (specifier.includes('${')) continue;
    found.push({ specifier, names: [], typeOnly: false });
  }
  return found;
}
