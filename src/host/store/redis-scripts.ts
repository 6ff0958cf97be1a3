/**
 * Every script's start. `KEYS[1]` is what all keys begin with, so that a `keyPrefix` of the client's is part of each. The
 * times are the server's own. A request:
 *
 *   base:request:ID          hash: asked, conversation, place, lease (until when), opened; settlement, ended
 *   base:open                set of the ids that are not settled, by their place
 *   base:open:CONVERSATION   the same of one conversation
 *   base:place               counter
 */
const START = `
local base, keep, channel = KEYS[1], tonumber(ARGV[1]), ARGV[2]
local all = base .. ':open'
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function requestOf(id) return base .. ':request:' .. id end
local function openOf(conversation) return all .. ':' .. conversation end
local function whole(number) return string.format('%.0f', number) end

local function read(id)
  local kept = redis.pcall('HMGET', requestOf(id), 'asked', 'settlement', 'place', 'lease')
  -- Something else is there.
  if kept.err then return { id, '', '', '', kept.err } end
  local asked, settlement, place, lease = unpack(kept)
  if not asked then return nil end
  local state = 'awaiting_user_response'
  if settlement then state = 'settled' elseif (tonumber(lease) or 0) <= now then state = 'orphaned' end
  return { id, asked, settlement or '', place or '', state }
end

-- Kept for the whole lease, and then as an orphan.
local function hold(id, conversation, ms)
  redis.call('HSET', requestOf(id), 'lease', whole(now + ms))
  redis.call('PEXPIRE', requestOf(id), whole(ms + keep))
  local open = openOf(conversation)
  if redis.call('PTTL', open) < ms + keep then redis.call('PEXPIRE', open, whole(ms + keep)) end
end

local function tell(id, conversation)
  redis.call('PUBLISH', channel, '["' .. id .. '","' .. conversation .. '"]')
end
`;

/** id, conversation, asked, lease, instance → nothing where it was kept, else what is there. */
const OPEN = `
local id, conversation, asked, ms, instance = ARGV[3], ARGV[4], ARGV[5], tonumber(ARGV[6]), ARGV[7]
local there = read(id)
if there then
  -- Sent again by the client after a lost connection: the first time did it.
  if redis.call('HGET', requestOf(id), 'opened') == instance then return false end
  return there
end
local place = redis.call('INCR', base .. ':place')
redis.call('HSET', requestOf(id), 'asked', asked, 'conversation', conversation, 'place', place, 'opened', instance)
redis.call('ZADD', all, place, id)
redis.call('ZADD', openOf(conversation), place, id)
hold(id, conversation, ms)
for _, old in ipairs(redis.call('ZRANGE', all, 0, 9)) do
  if redis.call('EXISTS', requestOf(old)) == 0 then redis.call('ZREM', all, old) end
end
tell(id, conversation)
return false
`;

/** id → what is there, or nothing. */
const GET = `
return read(ARGV[3]) or false
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

/** id, settlement, `orphaned` or nothing, token, how its text begins → whether it ended the request. */
const SETTLE = `
local id, settlement, orphaned, token, start = ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7]
local there = read(id)
if not there or string.sub(there[2], 1, #start) ~= start then return 0 end
if there[5] == 'settled' then
  if redis.call('HGET', requestOf(id), 'ended') == token then return 1 end
  return 0
end
if there[5] == 'orphaned' and orphaned ~= 'orphaned' then return 0 end
local conversation = redis.call('HGET', requestOf(id), 'conversation')
redis.call('HSET', requestOf(id), 'settlement', settlement, 'ended', token)
redis.call('PEXPIRE', requestOf(id), whole(keep))
redis.call('ZREM', all, id)
redis.call('ZREM', openOf(conversation), id)
tell(id, conversation)
return 1
`;

/** lease, ids */
const TOUCH = `
for i = 4, #ARGV do
  local id = ARGV[i]
  local there = read(id)
  if there and (there[5] == 'awaiting_user_response' or there[5] == 'orphaned') then
    hold(id, redis.call('HGET', requestOf(id), 'conversation'), tonumber(ARGV[3]))
  end
end
return 1
`;

/** What the store does, each atomic on the server. The first arguments of all are how long to keep, and the channel. */
export const SCRIPTS = {
  open: START + OPEN,
  get: START + GET,
  list: START + LIST,
  settle: START + SETTLE,
  touch: START + TOUCH,
} as const;
