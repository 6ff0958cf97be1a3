import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findPostgres } from '../../scripts/lib/databases.mjs';
import { isSkipped, lacking } from '../servers/database-server.js';
import { useFollowedRun } from '../stacks/helpers/followed-run.js';
import { startFakeOpenAi } from './helpers/fake-openai.js';

const LONG = 60_000;
const found = findPostgres();
const CALL = { name: 'ask_user', args: { question: 'Go?', options: [{ label: 'Yes' }, { label: 'No' }] } };

describe.skipIf(isSkipped(found))(`two processes that follow one run${lacking(found, 'PostgreSQL')}`, () => {
  describe('stack: mastra', () => {
    const { followTwice } = useFollowedRun(
      new URL('./helpers/mastra-follower.ts', import.meta.url),
      (at) => new pg.Pool(at),
    );

    it(
      'call the model once after the process that asked was killed, and one of them has the text [R-CONTINUE]',
      async () => {
        const model = await startFakeOpenAi(({ results }) =>
          results.length === 0 ? { calls: [CALL] } : `So: ${results.join(' / ')}`,
        );
        const folder = mkdtempSync(join(tmpdir(), 'mastra-'));
        onTestFinished(async () => {
          await model.close();
          rmSync(folder, { recursive: true });
        });
        const followed = await followTwice({ runId: 'shared', model: { url: model.url, folder } });
        const texts = followed.map(({ value }) => String(value)).filter((text) => text !== '');
        expect(texts).toEqual([expect.stringMatching(/^So: .*No/)]);
        expect(model.turns).toHaveLength(2);
      },
      LONG,
    );
  });
});
