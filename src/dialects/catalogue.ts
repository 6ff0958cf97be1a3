import * as agents from './agents.js';
import type { AgentDialect } from './types.js';

/** Every dialect, for lookup by name. To bundle only one dialect, import it by its name instead. */
export const DIALECTS: readonly AgentDialect[] = Object.values(agents);
