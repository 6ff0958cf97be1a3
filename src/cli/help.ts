import type { Command } from './command.js';

/** Returns the text that `ask-user --help` prints. */
export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2;
  const list = commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`).join('\n');
  return `ask-user: ask a user an agent's questions and print the answers as JSON.

Usage: ask-user COMMAND [FILE] [options]

Commands
${list}
  ${'help'.padEnd(width)}explain a command: ask-user help ask

Getting started
  echo '{"question":"Which database?","options":["PostgreSQL","SQLite"]}' > question.json
  ask-user ask question.json

The JSON is printed on standard output, messages for the user on standard error.
As a tool in an agent's toolbox, ask-user runs without a command and reads TOOLBOX_ACTION
("describe" or "execute") from the environment.

Options
  -h, --help   print this help, or the help of a command: ask-user ask --help
  --version    print the version

Exit codes
  0    answered, or done
  1    error; see standard error
  2    usage error
  3    not answered; the JSON contains the reason
  129  hung up while no user was asked
  130  interrupted (Ctrl+C)
  143  terminated
`;
}
