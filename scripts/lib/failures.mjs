import { existsSync, readFileSync } from 'node:fs';

/** Returns the failed tests of a Vitest report, each with its message. */
export function failuresIn(report) {
  if (!existsSync(report)) return 'The tests could not be run.';
  return JSON.parse(readFileSync(report, 'utf8'))
    .testResults.flatMap(({ assertionResults, message, status, name }) => [
      ...assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => `${test.fullName}\n${test.failureMessages.join('\n')}`),
      ...(status === 'failed' && message ? [`${name}\n${message}`] : []),
    ])
    .join('\n');
}
