import type { AskUserContextValue } from './context.js';

/**
 * Takes the focus into a card that has come, for this cause, or says that it has come; once a request. Returns whether that was
 * done: a request that is still being written has not come yet.
 */
export type Meet = (by?: 'host' | 'follow') => boolean;

/** What a kind of `autoFocus` is, in a file of its own that is loaded with the first card that wants it. Returns the way to stop. */
export type Attend = (ask: AskUserContextValue, meet: Meet) => () => void;
