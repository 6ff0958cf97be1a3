import type { AskUserContextValue } from '../dialog/context.js';

/**
 * Handles the arrival of a request: moves focus into its card for this cause, or announces it. Returns `false` if the
 * request was handled before or is still streaming.
 */
export type HandleArrival = (cause?: 'host' | 'follow') => boolean;

/**
 * Implements one kind of `autoFocus`, in a module that is loaded with the first card that needs it. Returns a function
 * that stops it.
 */
export type AutoFocusStrategy = (ask: AskUserContextValue, handleArrival: HandleArrival) => () => void;
