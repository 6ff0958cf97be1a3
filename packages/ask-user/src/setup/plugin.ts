import { join } from 'node:path';
import { isRecord } from '../../../../src/core/guards.js';
import { claudeFolder, type Place } from './agents.js';
import { readDocument } from './document.js';
import { FORMATS, getAt } from './format.js';
import { hookFile } from './target.js';

/** Name of the plugin in the settings of Claude Code: the plugin and its marketplace. */
export const PLUGIN = 'ask-user@ask-user';

/** The plugin of this package in Claude Code, which has the server and the hook. */
export interface Plugin {
  /** Settings file that decides whether it is enabled. */
  readonly file: string;
  readonly isEnabled: boolean;
  /** Its folder, if that does not exist. */
  readonly missing?: string;
}

function readAt(file: string): unknown {
  try {
    return FORMATS.json.read(readDocument(file).text);
  } catch {
    return undefined;
  }
}

/** Folder to which Claude Code has copied the plugin. */
function folderOf(place: Place): string | undefined {
  const file = join(claudeFolder({ ...place, isProject: false }), 'plugins', 'installed_plugins.json');
  const entries = getAt(readAt(file), ['plugins', PLUGIN]);
  const [entry] = [entries].flat();
  return isRecord(entry) && typeof entry['installPath'] === 'string' ? entry['installPath'] : undefined;
}

/** Returns the plugin if settings of Claude Code name it. Those of the project precede those of the user. */
export function findPlugin(place: Place): Plugin | undefined {
  const [user, project] = [false, true].map((isProject) => hookFile({ ...place, isProject })) as [string, string];
  for (const file of [project.replace(/settings\.json$/, 'settings.local.json'), project, user]) {
    const isEnabled = getAt(readAt(file), ['enabledPlugins', PLUGIN]);
    if (typeof isEnabled !== 'boolean') continue;
    const folder = folderOf(place);
    return { file, isEnabled, ...(folder !== undefined && !place.exists(folder) && { missing: folder }) };
  }
  return undefined;
}
