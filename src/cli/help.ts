import type { Command } from './command.js';

/** What `ask-user --help` prints. */
export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2;
  const list = commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`).join('\n');
  return `ask-user: asks a person an agent's questions, and prints exactly what was answered, as JSON.

Usage: ask-user COMMAND [FILE] [options]

Commands
${list}
  ${'help'.padEnd(width)}explain a command: ask-user help ask

Start here
  echo '{"question":"Which database?","options":["PostgreSQL","SQLite"]}' > question.json
  ask-user ask question.json

Standard output has the JSON, standard error what is meant for people.
In an agent's toolbox, TOOLBOX_ACTION=describe and TOOLBOX_ACTION=execute need no command.

Options
  -h, --help   this text, or a command's: ask-user ask --help
  --version    the version

Exit codes
  0    answered, or done
  1    error: a line on standard error says what
  2    the command was not written as its help says
  3    the person did not answer; the JSON says how it ended
  130  Ctrl+C    143  terminated    129  hung up, where no user was asked
`;
}
