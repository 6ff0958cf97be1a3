import { expect, it } from 'vitest';
import { edgesOf, reachable, readSources } from '../helpers/import-graph.js';

it('react-ask-user/terminal loads only itself, the messages and core, and no React, Node or tty [R-TERMINAL]', () => {
  const loaded = reachable(edgesOf(readSources('src')), 'src/terminal/index.ts');
  expect(loaded).toContain('src/terminal/session.ts');
  expect(loaded.filter((file) => !/^src\/(terminal|messages|core)\//.test(file))).toEqual([]);
});
