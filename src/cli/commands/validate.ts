import { limitIssues, type Issue } from '../../core/question/issues.js';
import { readArgs } from '../args.js';
import { COMMAND, type Command, type Context } from '../command.js';
import { EXIT, type ExitCode } from '../exit.js';
import { toJson } from '../../pending/json.js';
import { printMessage, writeOut } from '../io.js';
import { issueLine } from '../../pending/errors.js';
import { dialectOf, findAnswered, findUnaskable, findUnseenLabels, loadRequest } from '../request.js';

const OPTIONS = { dialect: { type: 'string' }, strict: { type: 'boolean' }, pretty: { type: 'boolean' } } as const;

function answeredIn(input: unknown): readonly Issue[] {
  const index = findAnswered(input);
  const message = 'Has an answer, so it cannot be asked. Remove the answer.';
  return index < 0 ? [] : [{ code: 'answered', path: `questions[${index}].answer`, message }];
}

async function run(args: readonly string[], { signal }: Context): Promise<ExitCode> {
  const { values, positionals } = readArgs('validate', args, OPTIONS, ['FILE']);
  const named = values.dialect === undefined ? undefined : dialectOf(values.dialect, 'validate');
  const loaded = await loadRequest(positionals[0], named, { signal, strict: values.strict ?? false });
  const { source, dialect, candidates, request, input } = loaded;
  const issues = request ? [...answeredIn(input), ...findUnaskable(request)] : loaded.issues;
  // A blank question is an issue here.
  const parsed = loaded.warnings.filter(({ code }) => code !== 'empty');
  const warnings = limitIssues([...parsed, ...(request ? findUnseenLabels(request) : [])]);
  const ok = issues.length === 0;
  await writeOut(toJson({ ok, dialect: dialect.name, issues, warnings }, values.pretty));
  for (const issue of issues) printMessage(`error: ${issueLine(issue)}`);
  for (const issue of warnings) printMessage(`warning: ${issueLine(issue)}`);
  const others = candidates.filter((name) => name !== dialect.name).join(', ');
  if (others) printMessage(`Read as ${dialect.name}. The request also matches ${others}. Use --dialect to select one.`);
  printMessage(`${source}: ${ok ? 'valid' : 'invalid'} request`);
  return ok ? EXIT.ok : EXIT.error;
}

export const validate: Command = {
  name: 'validate',
  summary: 'validate a request',
  help: `Usage: ${COMMAND} validate [FILE] [--dialect NAME] [--strict] [--pretty]

Validate the request in FILE and print {"ok", "dialect", "issues", "warnings"} on standard
output, and each issue and warning on standard error. "-" or no FILE reads standard input.
Exit with 0 if the request can be asked, otherwise with 1.

Options
  --dialect NAME    input dialect (default: detected)
  --strict          treat the tool's limits as errors
  --pretty          print the JSON on several lines
`,
  run,
};
