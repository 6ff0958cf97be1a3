import { ANSWERING } from './answering.js';
import { ENDING } from './ending.js';
import { dialog } from './faces/dialog.js';
import { parts } from './faces/parts.js';
import { plain } from './faces/plain.js';
import { MOVING } from './moving.js';

/** What people do with a request, and what the agent gets. */
export const SCENARIOS = [...ANSWERING, ...MOVING, ...ENDING];

/** The three ways to draw it: the hook on native inputs, parts put together by hand, the dialog. */
export const FACES = [plain, parts, dialog];
