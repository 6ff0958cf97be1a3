import { ANSWERING } from './answering.js';
import { ENDING } from './ending.js';
import { dialog } from './faces/dialog.js';
import { parts } from './faces/parts.js';
import { plain } from './faces/plain.js';
import { KEYS } from './keys.js';
import { MOVING } from './moving.js';

/** All scenarios; each runs with every face. */
export const SCENARIOS = [...ANSWERING, ...MOVING, ...KEYS, ...ENDING];

/** The three UIs: the hook with native inputs, composed parts, and the dialog. */
export const FACES = [plain, parts, dialog];
