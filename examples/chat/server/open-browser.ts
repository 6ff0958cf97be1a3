import { spawn } from 'node:child_process';

type Environment = Readonly<Record<string, string | undefined>>;

function command(platform: NodeJS.Platform, env: Environment): string | undefined {
  if (platform === 'darwin') return 'open';
  if (platform === 'win32') return 'explorer';
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? 'xdg-open' : undefined;
}

/** Opens the default browser, unless `CI` or `NO_OPEN` is set or there is no display. Ignores a failure to open it. */
export function openBrowser(url: string, env: Environment = process.env, platform = process.platform): void {
  const program = env['CI'] || env['NO_OPEN'] ? undefined : command(platform, env);
  if (!program) return;
  const child = spawn(program, [url], { stdio: 'ignore', detached: true });
  child.once('error', () => {});
  child.unref();
}
