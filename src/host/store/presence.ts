import { change } from './change.js';
import type { Processes } from './processes.js';
import { ENDED } from './rules.js';
import type { RequestStore, StoredRecord } from './types.js';

export const PRESENCE = 'presence';
/** Name of the list of the conversations that a user can see. */
export const SEEN = 'seen';
/** Time after which a process whose users have left is removed from the record of a conversation. */
const FORGOTTEN_MS = 604_800_000;
const EVERYWHERE = 'all';

/** The time at which the last user of each owner left, by the store's clock; `null` while a user is connected. */
type Owners = Readonly<Record<string, number | null>>;

export const presenceIdOf = (conversationId: string | undefined) =>
  conversationId === undefined ? EVERYWHERE : `of ${conversationId}`;

export const ownersOf = (record: StoredRecord | undefined): Owners => (record?.value as Owners | undefined) ?? {};

/** Records which conversations users can see, for all processes of the store. All methods are safe to retry. */
export interface Presence {
  /**
   * Records whether a user of this owner's process can see the conversation, or all conversations for `undefined`. If
   * the owner is considered dead, its users count as having left at that time.
   */
  attend(owner: string, conversationId: string | undefined, isAttended: boolean): Promise<void>;
  /**
   * Returns the milliseconds since a user could last see each of these conversations; 0 means that a user can see it
   * now. A conversation without an entry was never seen, as far as the store knows.
   */
  lastAttended(conversationIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

export function createPresence(store: RequestStore, processes: Processes): Presence {
  /** Returns when a user of the owner could last see the conversation; `-Infinity` if the owner is unknown. */
  const lastOf = ([owner, leftAt]: readonly [string, number | null]) =>
    Math.min(leftAt ?? Infinity, processes.aliveUntil(owner));

  return {
    async attend(owner, conversationId, isAttended) {
      await change(store, { kind: PRESENCE, id: presenceIdOf(conversationId) }, async ({ record, now }) => {
        const others = Object.entries(ownersOf(record)).filter(([one]) => one !== owner);
        await processes.learn(others.map(([one]) => one));
        const kept = others.filter((one) => lastOf(one) > now - FORGOTTEN_MS);
        const value: Owners = Object.fromEntries([...kept, [owner, isAttended ? null : now]]);
        const isSeen = Object.values(value).includes(null);
        return { list: isSeen ? SEEN : ENDED, at: now, value };
      });
    },
    async lastAttended(conversationIds) {
      const { now, records } = await store.get(PRESENCE, [undefined, ...conversationIds].map(presenceIdOf));
      const found = new Map(records.map((record) => [record.id, Object.entries(ownersOf(record))]));
      await processes.learn([...found.values()].flat().map(([owner]) => owner));
      return new Map(
        conversationIds.flatMap((id) => {
          const last = [...(found.get(EVERYWHERE) ?? []), ...(found.get(presenceIdOf(id)) ?? [])].map(lastOf);
          const latest = Math.max(...last);
          return latest === -Infinity ? [] : [[id, Math.max(0, now - latest)] as const];
        }),
      );
    },
  };
}
