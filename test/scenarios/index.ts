import { ANSWERING } from './answering.js';
import { ENDING } from './ending.js';
import { dialog } from './faces/dialog.js';
import { parts } from './faces/parts.js';
import { plain } from './faces/plain.js';
import { radix } from './faces/radix.js';
import { KEYS } from './keys.js';
import { MOVING } from './moving.js';

/** All scenarios; each runs with every face. */
export const SCENARIOS = [...ANSWERING, ...MOVING, ...KEYS, ...ENDING];

/** The four UIs: the hook with native inputs and with components of Radix, composed parts, and the dialog. */
export const FACES = [plain, radix, parts, dialog];
