import type { AskUserLaterMessages } from '../messages/types.js';

/** Labels of the button of a clamped text. Strings only, so that a server component can pass them to the browser. */
export type ClampWords = readonly [showAll: string, showLess: string];

/** Returns these labels from the messages. */
export const clampWords = ({ showAll, showLess }: AskUserLaterMessages): ClampWords => [showAll, showLess];
