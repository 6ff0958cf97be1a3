import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { findPostgres } from '../../scripts/lib/databases.mjs';
import { isSkipped, lacking } from '../servers/database-server.js';
import { useFollowedRun } from './helpers/followed-run.js';

const STACKS = [
  { stack: 'openai-agents', file: 'openai-agents-follower.ts', read: '\\"answer\\":\\"No\\"' },
  { stack: 'langgraph', file: 'langgraph-follower.ts', read: '"selectedOption":"SQLite"' },
];
const LONG = 60_000;
const found = findPostgres();
const use = (file: string) => useFollowedRun(new URL(`./helpers/${file}`, import.meta.url), (at) => new pg.Pool(at));

describe.skipIf(isSkipped(found))(`two processes that follow one run${lacking(found, 'PostgreSQL')}`, () => {
  describe.each(STACKS.map((one) => [one.stack, one] as const))('stack: %s', (_, { file, read }) => {
    const { followTwice } = use(file);

    it(
      'call the model once after the process that asked was killed, and both receive the result [R-CONTINUE]',
      async () => {
        const [one, other] = await followTwice({ runId: 'shared' });
        expect(JSON.stringify(one!.value)).toContain(JSON.stringify(read).slice(1, -1));
        expect(other!.value).toEqual(one!.value);
        expect(one!.modelCalls! + other!.modelCalls!).toBe(1);
      },
      LONG,
    );
  });

  // Only OpenAI Agents, whose stored state does not change. A second process of LangGraph may find its thread
  // finished.
  describe('with separate claims', () => {
    const { followTwice } = use('openai-agents-follower.ts');

    it(
      'call the model twice',
      async () => {
        const [one, other] = await followTwice({ runId: 'alone', isAlone: true });
        expect(one!.modelCalls! + other!.modelCalls!).toBe(2);
      },
      LONG,
    );
  });
});
