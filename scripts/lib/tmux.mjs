import { ensureProgram } from './system-package.mjs';

/** The path of tmux, in which the tests of the command line have a terminal; installs it where there is none. */
export const ensureTmux = () =>
  ensureProgram('tmux', { title: 'tmux', needed: 'terminal', advice: 'Install tmux 3.2 or later.' });
