#!/usr/bin/env node
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const SETUP = ['add', 'remove', 'doctor', 'hook'];
const HELP = `Usage: ask-user COMMAND

Let your coding agent ask you:
  add AGENT     adds the server below to the settings of an agent; "ask-user add --help" lists the agents
  remove AGENT  takes it out again
  doctor        says what is wrong with these settings
  mcp           is the server that the agent starts
  hook          shows the questions of Claude Code's own tool in a page

Ask yourself, with the commands of react-ask-user:

`;

// "help add" is "add --help".
const [first, second] = process.argv.slice(2);
if (first === 'help' && [...SETUP, 'mcp'].includes(second)) process.argv.splice(2, 2, second, '--help');
else if (['--help', '-h'].includes(first) || (first === 'help' && second === undefined)) process.stdout.write(HELP);

const command = process.argv[2];
if (command === 'mcp') await import('./dist/server.js');
else if (SETUP.includes(command)) await import('./dist/commands.js');
else {
  // The command is not an export of the package, so its path comes from the package's own list of commands.
  const manifest = createRequire(import.meta.url).resolve('react-ask-user/package.json');
  const { bin } = createRequire(manifest)(manifest);
  await import(new URL(bin['ask-user'], pathToFileURL(manifest)).href);
}
