import type { AskUserLaterMessages } from '../../messages/lazy-types.js';

/** Labels of the button of a clamped text. Strings only, so that a server component can pass them to the browser. */
export type ClampLabels = readonly [showAll: string, showLess: string];

export const getClampLabels = ({ showAll, showLess }: AskUserLaterMessages): ClampLabels => [showAll, showLess];
