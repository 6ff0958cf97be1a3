import { expect, it } from 'vitest';
import { createMemoryPresence } from '../../../src/host/store/presence.js';

it('the memory presence evicts the conversations that were left first, and none that a user sees [R-UNATTENDED]', async () => {
  let time = 0;
  const presence = createMemoryPresence({ now: () => time });
  await presence.attend('a', 'seen', true);
  for (; time <= 10_000; time++) {
    await presence.attend('a', `c${time}`, true);
    await presence.attend('a', `c${time}`, false);
  }
  const ages = await presence.lastAttended(['seen', 'c0', 'c1', 'c10000']);
  expect([...ages]).toEqual([
    ['seen', 0],
    ['c1', 10_000],
    ['c10000', 1],
  ]);
});
