import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { AskUser } from '../../../src/react/index.js';

const STORIES = new URL('../../../stories/', import.meta.url);

it('every part is documented on a Storybook page with its props, and used in a story', () => {
  const files = readdirSync(STORIES).filter((name) => /^parts.*\.stories\.tsx$/.test(name));
  const code = files.map((name) => readFileSync(new URL(name, STORIES), 'utf8')).join('\n');
  const parts = Object.keys(AskUser).filter((name) => name !== 'Root');
  expect(parts.length).toBeGreaterThan(30);
  expect(parts.filter((name) => !code.includes(`'AskUser.${name}': AskUser.${name},`))).toEqual([]);
  expect(parts.filter((name) => !new RegExp(`<AskUser\\.${name}\\b`).test(code))).toEqual([]);
});
