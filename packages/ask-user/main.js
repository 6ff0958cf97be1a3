#!/usr/bin/env node
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const command = process.argv[2];
if (command === 'mcp') await import('./dist/server.js');
else if (['add', 'remove', 'doctor', 'hook'].includes(command)) await import('./dist/commands.js');
else {
  // The command is not an export of the package, so its path comes from the package's own list of commands.
  const manifest = createRequire(import.meta.url).resolve('react-ask-user/package.json');
  const { bin } = createRequire(manifest)(manifest);
  await import(new URL(bin['ask-user'], pathToFileURL(manifest)).href);
}
