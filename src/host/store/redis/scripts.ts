/**
 * Start of every script of the store. `KEYS[1]` is the base of the other keys, so that they contain the client's
 * `keyPrefix`. Times are those of the server. The keys:
 *
 * - `base:request:ID`: hash of `asked`, `conversation`, `place`, `lease` (milliseconds or `none`), `from`, `waiters`,
 *   `opened`; `settlement`, `ended`; `callback`, `claim`, `attempts`, `error`
 * - `base:node:OWNER`: time at which the owner is considered dead
 * - `base:longest`: longest lease so far
 * - `base:open`: sorted set of the pending ids, by place
 * - `base:open:CONVERSATION`: the same for one conversation
 * - `base:due:CALLBACK`: sorted set of the settled ids to deliver, by the time at which they can be taken
 * - `base:parked`: sorted set of the parked ids, by place
 * - `base:attended:CONVERSATION`: hash by owner of the time at which its last user left; empty while one is connected
 * - `base:changed`: sorted set of the newest 10,000 changed ids, by `base:change`
 * - `base:change`, `base:place`: counters
 * - `base:purge`: counter that selects the ids of the next purge
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
  -- The key has another type.
  if kept.err then return { id, '', '', '', kept.err } end
  local asked, settlement, place, lease, from, waiters = unpack(kept)
  if not asked then return nil end
  local state = 'awaiting_user_response'
  if settlement then state = 'settled' elseif untilOf(lease, from, waiters) <= now then state = 'orphaned' end
  return { id, asked, settlement or '', place or '', state }
end

-- The other owners that were alive at that time or later, each followed by a space.
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

const OPEN = `
local id, conversation, asked, lease, instance, owner, callback = ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7], ARGV[8], ARGV[9]
local there = read(id)
if there then
  -- The client resent the script after a lost connection. The first run has stored the request.
  if redis.pcall('HGET', requestOf(id), 'opened') == instance then return false end
  return there
end
local place = redis.call('INCR', base .. ':place')
redis.call('HSET', requestOf(id), 'asked', asked, 'conversation', conversation, 'place', place, 'opened', instance)
if callback ~= '' then redis.call('HSET', requestOf(id), 'callback', callback) end
redis.call('ZADD', all, place, id)
redis.call('ZADD', openOf(conversation), place, id)
hold(id, lease, owner)
-- Purge a few ids per call, in turn: those that Redis has evicted, and old orphans.
local at = redis.call('INCRBY', base .. ':purge', 10) % redis.call('ZCARD', all)
for _, old in ipairs(redis.call('ZRANGE', all, at, at + 9)) do
  local kept = redis.pcall('HMGET', requestOf(old), 'asked', 'lease', 'from', 'waiters')
  if not kept.err and (not kept[1] or untilOf(kept[2], kept[3], kept[4]) + keep < now) then forget(old) end
end
tell(id, conversation)
return false
`;

/** Arguments: `all`, or `of` and conversations. Returns the pending requests. */
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

/**
 * Arguments: cursor or '', `all` or `of` and conversations. Returns the next cursor, 1 if there may be more or else 0,
 * and the changed requests. Returns nothing if it does not know all changes since the cursor.
 */
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

/** Returns 1 if a call with this token settled the request, so that a resent script succeeds. */
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

const UNREACHED = `
local id, start, mark = ARGV[3], ARGV[4], ARGV[5]
local there = read(id)
if not there or there[5] ~= 'settled' or string.sub(there[2], 1, #start) ~= start then return 0 end
if string.sub(there[3], 1, #mark) == mark then return 0 end
redis.call('HSET', requestOf(id), 'settlement', mark .. string.sub(there[3], 2))
tell(id, redis.call('HGET', requestOf(id), 'conversation'))
return 1
`;

const ATTACH = `
local id, lease, owner = ARGV[3], ARGV[4], ARGV[5]
local there = read(id)
if there and (there[5] == 'awaiting_user_response' or there[5] == 'orphaned') then
  if lease == '' then lease = redis.call('HGET', requestOf(id), 'lease') or '' end
  -- Remove owners that died more than an hour ago. Otherwise, a process that restarts repeatedly would fill the field.
  hold(id, lease, othersThan(owner, id, now - 3600000) .. owner)
  mark(id)
end
return 1
`;

/** The key is retained for leases that start at the death of the owner, and until `open` purges their requests. */
const BEAT = `
local longest = tonumber(redis.call('GET', base .. ':longest') or 0)
redis.call('SET', base .. ':node:' .. ARGV[3], whole(now + ARGV[4]), 'PX', whole(ARGV[4] + longest + keep))
return 1
`;

/** The key expires thirty days after its last write, or after `keepMs` if that is more. */
const ATTEND = `
local owner, key, attended = ARGV[3], base .. ':attended:' .. ARGV[4], ARGV[5]
if redis.call('HSET', key, owner, attended == '' and whole(now) or '') == 1 then
  -- Each new owner removes those whose keys have expired. Otherwise, short-lived owners would fill the hash.
  for _, other in ipairs(redis.call('HKEYS', key)) do
    if other ~= owner and aliveUntil(other) == 0 then redis.call('HDEL', key, other) end
  end
end
redis.call('PEXPIRE', key, whole(math.max(keep, 2592000000)))
return 1
`;

/** Returns for each conversation the milliseconds since a user could last see it, or '' if that is unknown. */
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

/** Scripts for requests and presence, each atomic on the server. Their first arguments are `keepMs` and the channel. */
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
