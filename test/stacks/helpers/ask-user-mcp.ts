import { existsSync, mkdtempSync, chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, vi } from 'vitest';

/** The built server of `ask-user mcp`. */
export const SERVER = fileURLToPath(new URL('../../../packages/ask-user/dist/server.js', import.meta.url));

export const SOON = { timeout: 20_000 };

/** Stands for the browser: a program that keeps the address it is to open, and all that other users can see of it. */
const BROWSER = `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs');
const { fileURLToPath } = require('node:url');
const page = readFileSync(fileURLToPath(process.argv[2]), 'utf8');
const told = { argv: process.argv, env: process.env, page };
appendFileSync(process.env.OPENED, JSON.stringify(told) + '\\n');
`;

/** What the browser was started with. */
export interface Opened {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The content of the private file. */
  readonly page: string;
}

/** A folder, an environment and a browser for one server. */
export function createHome() {
  const folder = mkdtempSync(join(tmpdir(), 'ask-user-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const browser = join(folder, 'browser.cjs');
  writeFileSync(browser, BROWSER);
  chmodSync(browser, 0o755);
  const record = join(folder, 'opened.jsonl');
  const opened = (): readonly Opened[] =>
    existsSync(record)
      ? readFileSync(record, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Opened)
      : [];
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, BROWSER: _browser, ...inherited } = process.env;
  const env = { ...inherited, HOME: folder } as Record<string, string>;
  return {
    folder,
    headless: env,
    env: { ...env, BROWSER: browser, OPENED: record },
    opened,
    /** Waits until a browser was started so often, and returns the last address. */
    address: (count = 1): Promise<string> =>
      vi.waitFor(() => {
        const page = opened()[count - 1]?.page ?? expect.unreachable();
        return /url=(http:[^"]+)"/.exec(page)?.[1] ?? expect.unreachable();
      }, SOON),
  };
}
