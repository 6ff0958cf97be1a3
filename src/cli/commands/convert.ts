import { limitIssues } from '../../core/question/issues.js';
import { readArgs, usageError } from '../args.js';
import { COMMAND, type Command, type Context } from '../command.js';
import { CliError, EXIT, type ExitCode } from '../exit.js';
import { toJson } from '../../pending/json.js';
import { printMessage, writeOut } from '../io.js';
import { issueLine } from '../../pending/errors.js';
import { dialectOf, loadRequest, refusal } from '../request.js';

const OPTIONS = {
  from: { type: 'string' },
  to: { type: 'string' },
  strict: { type: 'boolean' },
  pretty: { type: 'boolean' },
} as const;

async function run(args: readonly string[], { signal }: Context): Promise<ExitCode> {
  const { values, positionals } = readArgs('convert', args, OPTIONS, ['FILE']);
  if (values.to === undefined) throw usageError('convert requires --to NAME.', 'convert');
  const to = dialectOf(values.to, 'convert');
  const from = values.from === undefined ? undefined : dialectOf(values.from, 'convert');
  const loaded = await loadRequest(positionals[0], from, { signal });
  const { source, request } = loaded;
  if (!request) throw new CliError(refusal(loaded));
  const written = to.formatRequest(request);
  if (!written.ok) {
    const [issue] = written.issues;
    throw new CliError(
      `Cannot convert ${source} to ${to.name}: ${issue ? issueLine(issue) : 'the format cannot represent it.'}`,
    );
  }
  // The output dialect's parser can find more. Its paths name other fields, so only messages are compared.
  const read = to.parse(written.value);
  const reported = new Set(written.warnings.map(({ message }) => message));
  const found = (read.ok ? read.warnings : read.issues).filter(({ message }) => !reported.has(message));
  const warnings = limitIssues([...written.warnings, ...found]);
  const [first] = warnings;
  if (values.strict && first) {
    const more = warnings.length > 1 ? ` ${warnings.length - 1} more: omit --strict to see them.` : '';
    throw new CliError(`${source} does not fit ${to.name}: ${issueLine(first)}${more}`);
  }
  await writeOut(toJson(written.value, values.pretty));
  for (const warning of warnings)
    printMessage(`${warning.code === 'lost' ? 'lost' : 'warning'}: ${issueLine(warning)}`);
  return EXIT.ok;
}

export const convert: Command = {
  name: 'convert',
  summary: 'convert a request to another agent’s format',
  help: `Usage: ${COMMAND} convert [FILE] --to NAME [--from NAME] [--strict] [--pretty]

Read the request in FILE and print it in the format of another agent's tool. "-" or no
FILE reads standard input. Standard error lists everything that the other format cannot
represent or that exceeds its limits. "schema" lists the names.

Options
  --to NAME         output dialect
  --from NAME       input dialect (default: detected)
  --strict          fail if anything would be lost or exceeds the limits
  --pretty          print the JSON on several lines
`,
  run,
};
