import { DIALECTS } from '../../dialects/catalogue.js';
import { readArgs } from '../args.js';
import { COMMAND, type Command } from '../command.js';
import { CliError, EXIT, type ExitCode } from '../exit.js';
import { toJson } from '../../pending/json.js';
import { printMessage, writeOut } from '../io.js';
import { dialectOf } from '../request.js';

const OPTIONS = { dialect: { type: 'string' }, pretty: { type: 'boolean' } } as const;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values } = readArgs('schema', args, OPTIONS, []);
  if (values.dialect === undefined) {
    await writeOut(
      toJson(
        DIALECTS.map(({ name }) => name),
        values.pretty,
      ),
    );
    for (const { name, agent } of DIALECTS) printMessage(`${name}: ${agent}`);
    return EXIT.ok;
  }
  const dialect = dialectOf(values.dialect, 'schema');
  const { tool } = dialect;
  if (!tool) throw new CliError(`${dialect.name} has no tool definition: ${dialect.agent} asks in another way.`);
  const { name, description, inputSchema } = tool;
  await writeOut(toJson({ name, description, input_schema: inputSchema }, values.pretty));
  return EXIT.ok;
}

export const schema: Command = {
  name: 'schema',
  summary: 'print an agent’s ask-user tool, or list all dialects',
  help: `Usage: ${COMMAND} schema [--dialect NAME] [--pretty]

Print the names of all dialects as a JSON list on standard output, and the agent of each
on standard error. With --dialect, print the tool definition that the agent offers its
model, as {"name", "description", "input_schema"}.
`,
  run,
};
