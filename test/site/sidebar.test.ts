import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import groups from '../../site/sidebar.json' with { type: 'json' };
import { root } from '../../scripts/lib/repo.mjs';

const listed = groups.flatMap(({ pages }) => Object.keys(pages));

it('lists every page of docs, except for the generated API', () => {
  const files = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map(
    (file) => `docs/${file.replaceAll('\\', '/')}`,
  );
  const docs = files.filter((file) => file.endsWith('.md') && !/^docs\/api\/(?!README)/.test(file));
  expect(listed.filter((file) => file.startsWith('docs/')).toSorted()).toEqual(docs.toSorted());
});

it('lists only files that exist, each once', () => {
  expect(listed.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
});
