import type PgBoss from 'pg-boss';
import type { AskUserResult } from 'react-ask-user';
import type { AskUserBroker } from 'react-ask-user/server';

/** Continues the run that asked. It can be called again for the same request. */
export type Resume = (requestId: string, result: AskUserResult) => Promise<unknown>;
type Answer = { readonly requestId: string; readonly result: AskUserResult };

const [QUEUE, FAILED] = ['answers', 'failed-answers'];

/** Makes each settlement a job, and continues the runs in this process. Call this on every node, after `boss.start()`. */
export async function continueByQueue(broker: AskUserBroker, boss: PgBoss, resume: Resume): Promise<void> {
  await boss.createQueue(FAILED);
  await boss.createQueue(QUEUE, { name: QUEUE, retryLimit: 5, retryBackoff: true, deadLetter: FAILED });
  broker.registerCallback('answers', async ({ request, instanceId, settlement }) => {
    const answer: Answer = { requestId: request.requestId, result: settlement.result };
    // A repeated delivery has the same id, so there is one job.
    await boss.send(QUEUE, answer, { id: instanceId });
  });
  await boss.work<Answer>(QUEUE, async (jobs) => {
    for (const { data } of jobs) await resume(data.requestId, data.result);
  });
}
