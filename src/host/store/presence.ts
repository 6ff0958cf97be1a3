import { keyOf, keysOf } from './codec.js';

/** Records which conversations users can see, for all processes of the store. All methods are safe to retry. */
export interface Presence {
  /**
   * Records whether a user of this owner's process can see the conversation, or all conversations for `undefined`. If
   * the owner is considered dead, its users count as having left at that time; see `beat`.
   */
  attend(owner: string, conversationId: string | undefined, isAttended: boolean): Promise<void>;
  /**
   * Returns the milliseconds since a user could last see each of these conversations; 0 means that a user can see it
   * now. A conversation without an entry was never seen, as far as the store knows.
   */
  lastAttended(conversationIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** Maximum number of conversations without a user. Above it, the one without a user for longest is evicted. */
const COUNT = 10_000;

export interface MemoryPresenceOptions {
  readonly now: () => number;
  /** Returns the time at which an owner is considered dead. By default it never is. */
  readonly aliveUntil?: (owner: string) => number;
}

export function createMemoryPresence({ now, aliveUntil = () => Infinity }: MemoryPresenceOptions): Presence {
  /** The time at which the last user of each owner left, by conversation; `Infinity` while a user is connected. */
  const conversations = new Map<string | undefined, Map<string, number>>();
  /** The conversations without a user, in the order in which the last user left. */
  const left = new Set<string | undefined>();

  return {
    async attend(owner, conversationId, isAttended) {
      const owners = conversations.get(conversationId) ?? new Map<string, number>();
      owners.set(owner, isAttended ? Infinity : now());
      conversations.set(conversationId, owners);
      left.delete(conversationId);
      if ([...owners.values()].includes(Infinity)) return;
      left.add(conversationId);
      const [oldest] = left;
      if (left.size <= COUNT) return;
      left.delete(oldest);
      conversations.delete(oldest);
    },
    async lastAttended(conversationIds) {
      const time = now();
      const timesOf = (id: string | undefined) =>
        [...(conversations.get(id) ?? [])].map(([owner, leftAt]) => Math.min(time, leftAt, aliveUntil(owner)));
      const everywhere = timesOf(undefined);
      return new Map(
        conversationIds.flatMap((id) => {
          const last = Math.max(...everywhere, ...timesOf(id));
          return last === -Infinity ? [] : [[id, time - last] as const];
        }),
      );
    },
  };
}

/** Key of all conversations. No conversation has it: a plain key does not start with a quote, and a hash is longer. */
const EVERYWHERE = '"all';

/** @param agesOf - Returns the milliseconds since a user could last see each key, as far as they are known. */
export function createEnginePresence(
  attend: (owner: string, key: string, isAttended: boolean) => Promise<unknown>,
  agesOf: (keys: readonly string[]) => Promise<ReadonlyMap<string, number>>,
): Presence {
  return {
    async attend(owner, conversationId, isAttended) {
      await attend(owner, conversationId === undefined ? EVERYWHERE : await keyOf(conversationId), isAttended);
    },
    async lastAttended(conversationIds) {
      const keys = await keysOf(conversationIds);
      const ages = await agesOf([...keys, EVERYWHERE]);
      const ageOf = (key: string) => Math.max(0, ages.get(key) ?? Infinity);
      return new Map(
        conversationIds.flatMap((id, i) => {
          const age = Math.min(ageOf(EVERYWHERE), ageOf(keys[i]!));
          return age === Infinity ? [] : [[id, age] as const];
        }),
      );
    },
  };
}
