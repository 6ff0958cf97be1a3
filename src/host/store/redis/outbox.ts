/** Adds `attempts` and `error` to the result of `read`. */
const WITH_ATTEMPTS = `
local function readTaken(id)
  local there = read(id)
  if not there then return nil end
  there[6] = redis.pcall('HGET', requestOf(id), 'attempts') or '0'
  there[7] = redis.pcall('HGET', requestOf(id), 'error') or ''
  return there
end
`;

const TAKE = `
local callback, claim, ms, limit = ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local taken = {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', dueOf(callback), '-inf', whole(now), 'LIMIT', 0, limit)) do
  local kind = redis.call('TYPE', requestOf(id)).ok
  if kind == 'none' then
    redis.call('ZREM', dueOf(callback), id)
  else
    -- A key with another type cannot be claimed. The store reports it.
    if kind == 'hash' then
      redis.call('HSET', requestOf(id), 'claim', claim)
      redis.call('HINCRBY', requestOf(id), 'attempts', 1)
    end
    redis.call('ZADD', dueOf(callback), whole(now + ms), id)
    taken[#taken + 1] = readTaken(id)
  end
end
return taken
`;

const UPDATE = `
local id, claim, state, ms, failure = ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7]
local there = redis.call('HMGET', requestOf(id), 'claim', 'callback', 'place')
if there[1] ~= claim then return 0 end
if failure ~= '' then redis.call('HSET', requestOf(id), 'error', failure) end
if state ~= 'held' then redis.call('HDEL', requestOf(id), 'claim') end
if state == 'released' then redis.call('HINCRBY', requestOf(id), 'attempts', -1) end
if state == 'held' or state == 'due' or state == 'released' then
  redis.call('ZADD', dueOf(there[2]), whole(now + ms), id)
  return 1
end
redis.call('ZREM', dueOf(there[2]), id)
if state == 'parked' then
  redis.call('ZADD', base .. ':parked', there[3], id)
else
  redis.call('PEXPIRE', requestOf(id), whole(keep))
end
return 1
`;

const PARKED = `
local found = {}
for _, id in ipairs(redis.call('ZRANGE', base .. ':parked', 0, -1)) do found[#found + 1] = readTaken(id) end
return found
`;

const RETRY = `
local id = ARGV[3]
-- Read before the removal: a key with another type is an error, and the settlement has to stay parked.
local there = redis.call('HMGET', requestOf(id), 'callback', 'conversation')
if redis.call('ZREM', base .. ':parked', id) == 0 or not there[1] then return 0 end
redis.call('HSET', requestOf(id), 'attempts', 0)
redis.call('ZADD', dueOf(there[1]), whole(now), id)
tell(id, there[2])
return 1
`;

/** Their first arguments are those of `SCRIPTS`. */
export const OUTBOX_SCRIPTS = {
  take: WITH_ATTEMPTS + TAKE,
  update: UPDATE,
  parked: WITH_ATTEMPTS + PARKED,
  retry: RETRY,
};
