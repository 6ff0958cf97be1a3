import { keyOf } from './codec.js';
import { EVERYWHERE, readAges } from './postgres-presence.js';
import type { Presence } from './presence.js';
import { START } from './redis-scripts.js';

/** owner, conversation, `yes` or nothing. A process that ended without a word leaves its entry for thirty days. */
const ATTEND = `
local owner, key, attended = ARGV[3], base .. ':attended:' .. ARGV[4], ARGV[5]
redis.call('HSET', key, owner, attended == '' and whole(now) or '')
redis.call('PEXPIRE', key, whole(math.max(keep, 2592000000)))
return 1
`;

/** conversations → for each how many milliseconds ago, or nothing. */
const LAST = `
local ages = {}
for i = 3, #ARGV do
  local entries = redis.call('HGETALL', base .. ':attended:' .. ARGV[i])
  local last = nil
  for at = 1, #entries, 2 do
    local alive = aliveUntil(entries[at])
    if alive > 0 then last = math.max(last or 0, math.min(now, alive, tonumber(entries[at + 1]) or now)) end
  end
  ages[#ages + 1] = last and whole(now - last) or ''
end
return ages
`;

export function createRedisPresence(run: (script: string, ...args: readonly string[]) => Promise<unknown>): Presence {
  return {
    async attend(owner, conversationId, isAttended) {
      const key = conversationId === undefined ? EVERYWHERE : await keyOf(conversationId);
      await run(START + ATTEND, owner, key, isAttended ? 'yes' : '');
    },
    async lastAttended(conversationIds) {
      const keys = [...(await Promise.all(conversationIds.map(keyOf))), EVERYWHERE];
      const ages = (await run(START + LAST, ...keys)) as readonly string[];
      const known = keys.flatMap((key, i) => (ages[i] === '' ? [] : [[key, Number(ages[i])] as const]));
      return readAges(conversationIds, keys, new Map(known));
    },
  };
}
