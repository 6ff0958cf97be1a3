import { resolveName } from './declarations.mjs';

/**
 * Every public declaration as text, without JSDoc: the exports of each entry, then the internal types that they name. Git has the
 * result, so that a change of a public type is seen in review.
 *
 * @param {{ name: string, declared: import('./declarations.mjs').Declared[] }[]} entries
 */
export function signatures(entries) {
  const isExported = new Set(entries.flatMap(({ declared }) => flat(declared).map(keyOf)));
  const internal = new Map();
  const follow = ({ code, module }) => {
    for (const [name] of code.matchAll(/\b[A-Z]\w*/g)) {
      const found = resolveName(module, name);
      if (!found || isExported.has(keyOf(found)) || internal.has(keyOf(found))) continue;
      internal.set(keyOf(found), found);
      follow(found);
    }
  };
  for (const { declared } of entries) flat(declared).forEach(follow);
  return [
    ...entries.map(({ name, declared }) => section(name, flat(declared))),
    section('internal types', [...internal.values()]),
  ].join('\n');
}

const keyOf = ({ module, node }) => `${module.file}:${node?.start}`;

const flat = (declared) =>
  declared.flatMap(({ members, name, ...one }) =>
    members ? members.map((member) => ({ ...member, name: `${name}.${member.name}` })) : [{ name, ...one }],
  );

function section(title, declared) {
  const written = declared.map(({ name, code }) => {
    const text = code.replace(/^(export )?declare /gm, '').replaceAll(/\n\s*\n/g, '\n');
    return new RegExp(`\\b${name.replace(/.*\./, '')}\\b`).test(text) ? text : `${name}: ${text}`;
  });
  return [`## ${title}`, '', ...written.toSorted(), ''].join('\n');
}
