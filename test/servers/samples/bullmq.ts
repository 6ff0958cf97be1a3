import { type ConnectionOptions, Queue, Worker } from 'bullmq';
import type { AskUserResult } from 'react-ask-user';
import type { AskUserBroker } from 'react-ask-user/server';

/** Continues the run that asked. It can be called again for the same request. */
export type Resume = (requestId: string, result: AskUserResult) => Promise<unknown>;
type Answer = { readonly requestId: string; readonly result: AskUserResult };

const QUEUE = 'answers';
const RETRIES = { attempts: 6, backoff: { type: 'exponential', delay: 1_000 } };

/** Makes each settlement a job, and continues the runs in this process. Call this on every node. */
export function continueByQueue(broker: AskUserBroker, connection: ConnectionOptions, resume: Resume) {
  const queue = new Queue<Answer>(QUEUE, { connection, defaultJobOptions: RETRIES });
  broker.registerCallback('answers', async ({ request, instanceId, settlement }) => {
    const answer: Answer = { requestId: request.requestId, result: settlement.result };
    // A repeated delivery has the same id, so there is one job.
    await queue.add('answer', answer, { jobId: instanceId });
  });
  const work = ({ data }: { data: Answer }) => resume(data.requestId, data.result);
  const worker = new Worker<Answer>(QUEUE, work, { connection, concurrency: 10 });
  // Close them after the broker.
  return { queue, worker };
}
