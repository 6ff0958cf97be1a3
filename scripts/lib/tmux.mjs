import { ensureProgram } from './system-package.mjs';

/**
 * Returns the path of tmux, which provides the terminal for the tests of the command line. Installs it if it is
 * missing.
 */
export const ensureTmux = () =>
  ensureProgram('tmux', { title: 'tmux', needed: 'terminal', advice: 'Install tmux 3.2 or later.' });
