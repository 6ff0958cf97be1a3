/**
 * Start of every script of the store. `KEYS[1]` is the base of the other keys, so that they contain the client's
 * `keyPrefix`. Times are those of the server. The keys:
 *
 * - `base:KIND:ID`: hash of `record`, `version`, `list`, `conversation`, `place`, `written`
 * - `base:list:KIND:LIST`: sorted set of ids, by `at`
 * - `base:list:KIND:LIST"CONVERSATION`: the same for one conversation. A quote in a key is escaped, so none is `"`
 * - `base:changed`: sorted set of the newest 10,000 changed ids, by `base:change`
 * - `base:change`, `base:place`: counters
 */
const START = `
local base, channel, kind = KEYS[1], ARGV[1], ARGV[2]
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local function exact(number) return string.format('%.3f', number) end
local function recordOf(kind, id) return base .. ':' .. kind .. ':' .. id end
local function listOf(list, conversation)
  return base .. ':list:' .. kind .. ':' .. list .. (conversation and '"' .. conversation or '')
end

local function read(kind, id)
  local kept = redis.pcall('HMGET', recordOf(kind, id), 'record', 'place', 'written')
  -- The key has another type.
  if kept.err then return { id, '', '', '' } end
  if not kept[1] then return nil end
  return { id, unpack(kept) }
end

local function unlist(id, list, conversation)
  redis.call('ZREM', listOf(list), id)
  redis.call('ZREM', listOf(list, conversation), id)
end
`;

/**
 * Arguments: id, new version, list, conversation, at, record, `=` and the stored version or '' to insert, and the notification or
 * ''. A record that has the new version already was written by an earlier run of this call.
 */
const WRITE = `
local id, version, list, conversation, at, record, expected, notice = unpack(ARGV, 3)
local there = redis.pcall('HMGET', recordOf(kind, id), 'version', 'list', 'conversation', 'place')
if there[1] == version then return { exact(now), 1 } end
-- A key of another type is not replaced.
if there.err or (there[1] and '=' .. there[1] or '') ~= expected then return { exact(now), 0 } end
if there[1] then unlist(id, there[2], there[3]) end
redis.call('HSET', recordOf(kind, id), 'record', record, 'version', version, 'list', list, 'conversation', conversation,
  'place', there[4] or redis.call('INCR', base .. ':place'), 'written', exact(now))
redis.call('ZADD', listOf(list), at, id)
redis.call('ZADD', listOf(list, conversation), at, id)
if notice ~= '' then
  redis.call('ZADD', base .. ':changed', redis.call('INCR', base .. ':change'), id)
  redis.call('ZREMRANGEBYRANK', base .. ':changed', 0, -10001)
  redis.call('PUBLISH', channel, notice)
end
return { exact(now), 1 }
`;

/** Arguments: id and version. */
const REMOVE = `
local there = redis.call('HMGET', recordOf(kind, ARGV[3]), 'version', 'list', 'conversation')
if there[1] ~= ARGV[4] then return { exact(now), 0 } end
unlist(ARGV[3], there[2], there[3])
redis.call('DEL', recordOf(kind, ARGV[3]))
return { exact(now), 1 }
`;

/** Arguments: ids. */
const GET = `
local found = { exact(now) }
for i = 3, #ARGV do found[#found + 1] = read(kind, ARGV[i]) end
return found
`;

/** Ids whose keys Redis has evicted leave the list. */
const READ_ALL = `
local found = { exact(now) }
local function readAll(set, ids)
  for _, id in ipairs(ids) do
    local there = read(kind, id)
    if there then found[#found + 1] = there else redis.call('ZREM', set, id) end
  end
end
`;

/** Arguments: list, `all`, or `of` and conversations. */
const LIST = `
if ARGV[4] == 'all' then readAll(listOf(ARGV[3]), redis.call('ZRANGE', listOf(ARGV[3]), 0, -1)) end
for i = 5, #ARGV do
  local set = listOf(ARGV[3], ARGV[i])
  readAll(set, redis.call('ZRANGE', set, 0, -1))
end
return found
`;

/** Arguments: list, milliseconds and limit. */
const OVERDUE = `
local set = listOf(ARGV[3])
readAll(set, redis.call('ZRANGEBYSCORE', set, '-inf', exact(now - ARGV[4]), 'LIMIT', 0, ARGV[5]))
return found
`;

/**
 * Arguments: cursor or '', `all` or `of` and conversations. Returns the time, the next cursor, 1 if there may be more or
 * else 0, and the changed records. Returns nothing if it does not know all changes since the cursor.
 */
const CHANGES = `
local changed, newest, cursor = base .. ':changed', redis.call('GET', base .. ':change') or '0', tonumber(ARGV[3])
if not cursor then return { exact(now), newest, 0 } end
local first = redis.call('ZRANGE', changed, 0, 0, 'WITHSCORES')[2]
if cursor > tonumber(newest) or (redis.call('ZCARD', changed) >= 10000 and cursor < tonumber(first)) then return false end
local wanted = {}
for i = 5, #ARGV do wanted[ARGV[i]] = true end
local page = redis.call('ZRANGEBYSCORE', changed, '(' .. ARGV[3], '+inf', 'WITHSCORES', 'LIMIT', 0, 200)
local found = { exact(now), newest, 0 }
if #page == 400 then found = { exact(now), page[400], 1 } end
for i = 1, #page, 2 do
  local there = read(kind, page[i])
  if there and (ARGV[4] == 'all' or wanted[redis.pcall('HGET', recordOf(kind, page[i]), 'conversation')]) then
    found[#found + 1] = there
  end
end
return found
`;

/** Each is atomic on the server. Their first arguments are the channel and the kind. */
export const SCRIPTS = {
  write: START + WRITE,
  remove: START + REMOVE,
  get: START + GET,
  list: START + READ_ALL + LIST,
  overdue: START + READ_ALL + OVERDUE,
  changes: START + CHANGES,
};
