/**
 * Every script's start. `KEYS[1]` is what all keys begin with, so that a `keyPrefix` of the client's is part of each. The
 * times are the server's own. A request:
 *
 *   base:request:ID          hash: asked, conversation, place, lease (milliseconds or `none`), from, waiters, opened; settlement, ended;
 *                            callback, claim, attempts, error
 *   base:node:OWNER          when the owner is taken for dead
 *   base:longest             the longest lease so far
 *   base:open                set of the ids that are not settled, by their place
 *   base:open:CONVERSATION   the same of one conversation
 *   base:due:CALLBACK        set of the ids of settled requests that are to be delivered, by the time at which they are due
 *   base:parked              set of the ids of settled requests that are parked, by their place
 *   base:attended:CONVERSATION  hash: when the last user of each owner has left, empty while one is there
 *   base:changed             set of the ids that have changed, by base:change; the newest 10,000
 *   base:change, base:place  counters
 *   base:purge               where the last look for what can be forgotten was
 */
export const START = `
local base, keep, channel = KEYS[1], tonumber(ARGV[1]), ARGV[2]
local all, changed = base .. ':open', base .. ':changed'
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function requestOf(id) return base .. ':request:' .. id end
local function openOf(conversation) return all .. ':' .. conversation end
local function dueOf(callback) return base .. ':due:' .. callback end
local function whole(number) return string.format('%.0f', number) end

local function aliveUntil(owner) return tonumber(redis.call('GET', base .. ':node:' .. owner) or 0) end

local function untilOf(lease, from, waiters)
  if lease == 'none' then return math.huge end
  local last = tonumber(from) or 0
  for owner in string.gmatch(waiters or '', '%S+') do last = math.max(last, aliveUntil(owner)) end
  return last + (tonumber(lease) or 0)
end

local function read(id)
  local kept = redis.pcall('HMGET', requestOf(id), 'asked', 'settlement', 'place', 'lease', 'from', 'waiters')
  -- Something else is there.
  if kept.err then return { id, '', '', '', kept.err } end
  local asked, settlement, place, lease, from, waiters = unpack(kept)
  if not asked then return nil end
  local state = 'awaiting_user_response'
  if settlement then state = 'settled' elseif untilOf(lease, from, waiters) <= now then state = 'orphaned' end
  return { id, asked, settlement or '', place or '', state }
end

-- The owners but this one that were alive at that time or later, each followed by a space.
local function othersThan(owner, id, since)
  local others = ''
  for other in string.gmatch(redis.call('HGET', requestOf(id), 'waiters') or '', '%S+') do
    if other ~= owner and aliveUntil(other) > since then others = others .. other .. ' ' end
  end
  return others
end

local function hold(id, lease, waiters)
  redis.call('HSET', requestOf(id), 'lease', lease, 'from', whole(now), 'waiters', waiters)
  local longest = tonumber(redis.call('GET', base .. ':longest') or 0)
  if lease ~= 'none' and (tonumber(lease) or 0) > longest then redis.call('SET', base .. ':longest', lease) end
end

local function forget(id)
  local conversation = redis.pcall('HGET', requestOf(id), 'conversation')
  redis.call('DEL', requestOf(id))
  redis.call('ZREM', all, id)
  if type(conversation) == 'string' then redis.call('ZREM', openOf(conversation), id) end
end

local function mark(id)
  redis.call('ZADD', changed, redis.call('INCR', base .. ':change'), id)
  redis.call('ZREMRANGEBYRANK', changed, 0, -10001)
end

local function tell(id, conversation)
  mark(id)
  redis.call('PUBLISH', channel, '["' .. id .. '","' .. conversation .. '"]')
end
`;

/** id, conversation, asked, lease, instance, owner or nothing, callback or nothing → nothing where it was kept, else what is there. */
const OPEN = `
local id, conversation, asked, lease, instance, owner, callback = ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7], ARGV[8], ARGV[9]
local there = read(id)
if there then
  -- Sent again by the client after a lost connection: the first time did it.
  if redis.call('HGET', requestOf(id), 'opened') == instance then return false end
  return there
end
local place = redis.call('INCR', base .. ':place')
redis.call('HSET', requestOf(id), 'asked', asked, 'conversation', conversation, 'place', place, 'opened', instance)
if callback ~= '' then redis.call('HSET', requestOf(id), 'callback', callback) end
redis.call('ZADD', all, place, id)
redis.call('ZADD', openOf(conversation), place, id)
hold(id, lease, owner)
-- A few each time, in turn: what Redis has evicted, and what has been orphaned for long.
local at = redis.call('INCRBY', base .. ':purge', 10) % redis.call('ZCARD', all)
for _, old in ipairs(redis.call('ZRANGE', all, at, at + 9)) do
  local kept = redis.pcall('HMGET', requestOf(old), 'asked', 'lease', 'from', 'waiters')
  if not kept.err and (not kept[1] or untilOf(kept[2], kept[3], kept[4]) + keep < now) then forget(old) end
end
tell(id, conversation)
return false
`;

/** `all`, or `of` and conversations → what is there. */
const LIST = `
local sets = {}
if ARGV[3] == 'all' then sets[1] = all end
for i = 4, #ARGV do sets[#sets + 1] = openOf(ARGV[i]) end
local found = {}
for _, set in ipairs(sets) do
  for _, id in ipairs(redis.call('ZRANGE', set, 0, -1)) do
    local there = read(id)
    if there then found[#found + 1] = there else redis.call('ZREM', set, id) end
  end
end
return found
`;

/** cursor or nothing, `all` or `of` and conversations → the next cursor, whether there is more, and what has changed; nothing where that is not known. */
const CHANGES = `
local newest, cursor = redis.call('GET', base .. ':change') or '0', tonumber(ARGV[3])
if not cursor then return { newest, 0 } end
local first = redis.call('ZRANGE', changed, 0, 0, 'WITHSCORES')[2]
if cursor > tonumber(newest) or (redis.call('ZCARD', changed) >= 10000 and cursor < tonumber(first)) then return false end
local wanted = {}
for i = 5, #ARGV do wanted[ARGV[i]] = true end
local page = redis.call('ZRANGEBYSCORE', changed, '(' .. ARGV[3], '+inf', 'WITHSCORES', 'LIMIT', 0, 200)
local found = { newest, 0 }
if #page == 400 then found = { page[400], 1 } end
for i = 1, #page, 2 do
  local there = read(page[i])
  if there and (ARGV[4] == 'all' or wanted[redis.pcall('HGET', requestOf(page[i]), 'conversation')]) then found[#found + 1] = there end
end
return found
`;

/** id, settlement, `orphaned` or nothing, token, how its text begins, the owner that leaves or nothing → whether it ended the request. */
const SETTLE = `
local id, settlement, orphaned, token, start, leaver = ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7], ARGV[8]
local there = read(id)
if not there or string.sub(there[2], 1, #start) ~= start then return 0 end
if there[5] == 'settled' then
  if redis.call('HGET', requestOf(id), 'ended') == token then return 1 end
  return 0
end
if there[5] == 'orphaned' and orphaned ~= 'orphaned' then return 0 end
if leaver ~= '' then
  local waiters = ' ' .. (redis.call('HGET', requestOf(id), 'waiters') or '') .. ' '
  if not string.find(waiters, ' ' .. leaver .. ' ', 1, true) then return 0 end
  redis.call('HSET', requestOf(id), 'waiters', othersThan(leaver, id, 0))
  if othersThan(leaver, id, now) ~= '' then return 0 end
end
local conversation = redis.call('HGET', requestOf(id), 'conversation')
redis.call('HSET', requestOf(id), 'settlement', settlement, 'ended', token)
local callback = redis.call('HGET', requestOf(id), 'callback')
if callback then
  redis.call('ZADD', dueOf(callback), whole(now), id)
else
  redis.call('PEXPIRE', requestOf(id), whole(keep))
end
redis.call('ZREM', all, id)
redis.call('ZREM', openOf(conversation), id)
tell(id, conversation)
return 1
`;

/** id, how its text begins, what a settlement begins with that has not reached its agent */
const UNREACHED = `
local id, start, mark = ARGV[3], ARGV[4], ARGV[5]
local there = read(id)
if not there or there[5] ~= 'settled' or string.sub(there[2], 1, #start) ~= start then return 0 end
if string.sub(there[3], 1, #mark) == mark then return 0 end
redis.call('HSET', requestOf(id), 'settlement', mark .. string.sub(there[3], 2))
tell(id, redis.call('HGET', requestOf(id), 'conversation'))
return 1
`;

/** id, lease or nothing, owner */
const ATTACH = `
local id, lease, owner = ARGV[3], ARGV[4], ARGV[5]
local there = read(id)
if there and (there[5] == 'awaiting_user_response' or there[5] == 'orphaned') then
  if lease == '' then lease = redis.call('HGET', requestOf(id), 'lease') or '' end
  -- Owners that died more than an hour ago go, or a process that restarts again and again would add up.
  hold(id, lease, othersThan(owner, id, now - 3600000) .. owner)
  mark(id)
end
return 1
`;

/** owner, for how long it is alive. Kept for as long as a lease may count from its death. */
const BEAT = `
local longest = tonumber(redis.call('GET', base .. ':longest') or 0)
redis.call('SET', base .. ':node:' .. ARGV[3], whole(now + ARGV[4]), 'PX', whole(ARGV[4] + math.max(longest, keep)))
return 1
`;

/** owner, conversation, `yes` or nothing. A process that ended without a word leaves its entry for thirty days. */
const ATTEND = `
local owner, key, attended = ARGV[3], base .. ':attended:' .. ARGV[4], ARGV[5]
redis.call('HSET', key, owner, attended == '' and whole(now) or '')
redis.call('PEXPIRE', key, whole(math.max(keep, 2592000000)))
return 1
`;

/** conversations → for each how many milliseconds ago, or nothing. */
const LAST_ATTENDED = `
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

/** What the store does, each atomic on the server. The first arguments of all are how long to keep, and the channel. */
export const SCRIPTS = {
  open: OPEN,
  get: 'return read(ARGV[3]) or false',
  list: LIST,
  changes: CHANGES,
  settle: SETTLE,
  unreached: UNREACHED,
  attach: ATTACH,
  beat: BEAT,
  attend: ATTEND,
  lastAttended: LAST_ATTENDED,
};
