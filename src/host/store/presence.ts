import { keyOf, keysOf } from './codec.js';

/** Which conversations users can see, over all processes that share the store. Every method may reject, and is safe to retry. */
export interface Presence {
  /**
   * Says whether a user of this owner's process can see the conversation, or, for `undefined`, all conversations. It counts for as long as
   * the owner is alive; see `beat`.
   */
  attend(owner: string, conversationId: string | undefined, isAttended: boolean): Promise<void>;
  /** How long ago, in milliseconds, a user could last see each of these conversations: 0 for now. Without an entry, nobody is known to have seen it. */
  lastAttended(conversationIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** Conversations that every user has left are forgotten beyond so many, the oldest first. */
const COUNT = 10_000;

export interface MemoryPresenceOptions {
  readonly now: () => number;
  /** When an owner is taken for dead. @default never */
  readonly aliveUntil?: (owner: string) => number;
}

export function createMemoryPresence({ now, aliveUntil = () => Infinity }: MemoryPresenceOptions): Presence {
  /** When each owner's last user has left, by conversation; `Infinity` while one is there. */
  const conversations = new Map<string | undefined, Map<string, number>>();
  /** Those that every user has left, the one that was left first at the beginning. */
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

/** Stands for all conversations. The key of one conversation has no quote, or 64 digits behind it. */
const EVERYWHERE = '"all';

/** @param agesOf - Returns the milliseconds since a user could see each of these, as far as the engine knows. */
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
