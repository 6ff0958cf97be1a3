import { spawn } from 'node:child_process';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openBrowser } from '../../examples/chat/server/open-browser.js';

vi.mock('node:child_process', () => ({ spawn: vi.fn(() => ({ once: () => {}, unref: () => {} })) }));

const url = 'http://127.0.0.1:5174';

beforeEach(() => {
  vi.mocked(spawn).mockClear();
});

describe('openBrowser', () => {
  it.each([
    ['darwin', {}, 'open'],
    ['win32', {}, 'explorer'],
    ['linux', { DISPLAY: ':0' }, 'xdg-open'],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'xdg-open'],
  ] as const)('runs the system’s opener on %s with %j', (platform, env, program) => {
    openBrowser(url, env, platform);
    expect(vi.mocked(spawn).mock.calls).toEqual([[program, [url], expect.anything()]]);
  });

  it.each([
    ['linux', {}],
    ['linux', { DISPLAY: ':0', CI: 'true' }],
    ['darwin', { NO_OPEN: '1' }],
  ] as const)('does not open a browser on %s with %j', (platform, env) => {
    openBrowser(url, env, platform);
    expect(spawn).not.toHaveBeenCalled();
  });
});
