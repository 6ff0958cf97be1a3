import type { AskUserLaterMessages } from '../messages/types.js';

/** What the button of a long text is called: strings alone, which a server can hand to the browser. */
export type ClampWords = readonly [showAll: string, showLess: string];

export const clampWords = ({ showAll, showLess }: AskUserLaterMessages): ClampWords => [showAll, showLess];
