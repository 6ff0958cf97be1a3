import type { AddressInfo } from 'node:net';
import { contentToText, type AssistantMessage, type Message, type RunAgentInput, type ToolCall } from '@ag-ui/core';
import { interruptOutcome, parseResume } from 'react-ask-user/ag-ui';
import { formatIssues, parseRequest, type AskUserRequest, type AskUserResult } from 'react-ask-user/core';
import { askUser } from 'react-ask-user/dialects';
import { toNodeListener } from 'react-ask-user/node';
import { createTestServer } from '../../helpers/http-server.js';
import { CALL, ONE } from './questions.js';

type Event = { type: string } & Record<string, unknown>;

const requestOf = (requestId: string, input: unknown): AskUserRequest => {
  const parsed = parseRequest(input, { requestId });
  if (!parsed.ok) throw new Error(formatIssues(parsed.issues));
  return parsed.value;
};

/** Formats a result as the agent's next text. */
const said = (result: AskUserResult): string =>
  result.status === 'answered'
    ? result.answers.map(({ text }) => text).join(' | ')
    : `nobody answered (${result.status})`;

/**
 * An AG-UI agent with a scripted model. It asks what the user's message requests: `interrupt`, `two interrupts`,
 * `tool` or `two tools`, and continues with the results. It repeats any other message.
 */
export class AgUiAgent {
  /** The inputs of the runs. */
  readonly runs: RunAgentInput[] = [];
  /** Awaited after a part of a tool's arguments was sent, and before a text. */
  pause: ((where: 'arguments' | 'text') => Promise<void>) | undefined;
  expiresAt: Date | undefined;
  /** For the next run only: a response instead of the agent's, or a failure after the run has started. */
  fails: 'before' | 'after' | undefined;
  /** For the next run only: the code of an error that the agent sends instead of a start of the run. */
  errorCode: string | undefined;
  /** Whether the model's output ends in the middle of its call. */
  cuts = false;
  /** Interrupts to send instead of the default ones. */
  outcome: Record<string, unknown> | undefined;
  /** For the next run only: events that follow its own in the same stream, or that replace them. */
  following: readonly Event[] = [];
  replay: readonly Event[] | undefined;
  #open: readonly AskUserRequest[] = [];
  #interrupted: string | undefined;
  /** The last message of the user that the agent has handled. */
  #read: string | undefined;

  readonly respond = async (request: Request): Promise<Response> => {
    const input = (await request.json()) as RunAgentInput;
    this.runs.push(input);
    const fails = this.fails;
    this.fails = undefined;
    if (fails === 'before') return new Response('No such agent here', { status: 503 });
    const { following, replay } = this;
    this.following = [];
    this.replay = undefined;
    const run = this.#run(input, request.signal, fails === 'after');
    const events = (async function* () {
      yield* replay ?? run;
      yield* following;
    })();
    const encoder = new TextEncoder();
    const body = new ReadableStream({
      async pull(controller) {
        try {
          const { done, value } = await events.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(`data: ${JSON.stringify(value)}\n\n`));
        } catch (error) {
          controller.error(error);
        }
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };

  async *#run(input: RunAgentInput, signal: AbortSignal, breaks: boolean): AsyncGenerator<Event> {
    const { threadId, runId, messages } = input;
    const finished = (outcome: unknown): Event => ({ type: 'RUN_FINISHED', threadId, runId, outcome });
    const code = this.errorCode;
    this.errorCode = undefined;
    if (code) return yield { type: 'RUN_ERROR', message: 'The agent is busy', code };
    yield { type: 'RUN_STARTED', threadId, runId };
    if (breaks) {
      this.#open = [];
      return yield { type: 'RUN_ERROR', message: 'The model is gone' };
    }
    const heard: string[] = [];
    if (this.#open.length > 0) {
      // The users of the tests decline at once.
      const options = { expiresAt: this.expiresAt, minHumanMs: 0 };
      const read = this.#open.map((request) => parseResume(input, request, options));
      const unread = read.flatMap((one) => (one.ok ? [] : one.issues));
      if (unread.length > 0) {
        yield* this.#text(`Not read: ${formatIssues(unread)}`, runId);
        return yield finished(interruptOutcome(this.#open));
      }
      this.#open = [];
      heard.push(...read.flatMap((one) => (one.ok ? [said(one.value)] : [])));
    }
    // The agent now adds the result of an interrupted call.
    const toolCallId = this.#interrupted;
    this.#interrupted = undefined;
    if (toolCallId) {
      yield { type: 'TOOL_CALL_RESULT', messageId: `result-${toolCallId}`, toolCallId, content: JSON.stringify(heard) };
    }
    const results = toolCallId ? [] : toolResults(messages);
    if (typeof results === 'string') return yield { type: 'RUN_ERROR', message: results };
    heard.push(...results.map(said));
    const last = messages.at(-1);
    const text = last?.role === 'user' && last.id !== this.#read ? contentToText(last.content) : '';
    this.#read = last?.id;
    if (heard.length === 0 && text === 'interrupted tool') {
      const toolCallId = `call-${this.runs.length}`;
      yield* this.#call(toolCallId, ONE, `calls-${this.runs.length}`);
      this.#open = [requestOf('int-1', ONE)];
      this.#interrupted = toolCallId;
      const { interrupts } = interruptOutcome(this.#open);
      return yield finished({ type: 'interrupt', interrupts: interrupts.map((one) => ({ ...one, toolCallId })) });
    }
    if (heard.length === 0 && text.includes('interrupt')) {
      this.#open = text.startsWith('two')
        ? [
            requestOf('int-1', ONE),
            requestOf('int-2', { questions: [{ question: 'Which region?', options: ['EU', 'US'] }] }),
          ]
        : [requestOf('int-1', CALL)];
      if (this.outcome) this.#open = [];
      const { expiresAt } = this;
      return yield finished(this.outcome ?? interruptOutcome(this.#open, expiresAt ? { expiresAt } : {}));
    }
    if (heard.length === 0 && text.includes('tool')) {
      const inputs = text.startsWith('two')
        ? [ONE, { questions: [{ question: 'Which region?', options: ['EU', 'US'] }] }]
        : [CALL];
      for (const [i, one] of inputs.entries())
        yield* this.#call(`call-${this.runs.length}-${i + 1}`, one, `calls-${this.runs.length}`);
      await this.pause?.('text');
      if (signal.aborted) return;
      return yield finished({ type: 'success' });
    }
    await this.pause?.('text');
    yield* this.#text(
      [...heard.map((one) => `Heard: ${one}`), ...(text ? [`You wrote: ${text}`] : [])].join('. '),
      runId,
    );
    yield finished({ type: 'success' });
  }

  async *#call(toolCallId: string, input: unknown, parentMessageId: string): AsyncGenerator<Event> {
    yield { type: 'TOOL_CALL_START', toolCallId, toolCallName: 'ask_user', parentMessageId };
    const json = JSON.stringify(input);
    const end = json.lastIndexOf('"question"');
    for (const delta of [json.slice(0, 9), json.slice(9, end), json.slice(end, end + 2)]) {
      yield { type: 'TOOL_CALL_ARGS', toolCallId, delta };
    }
    await this.pause?.('arguments');
    if (!this.cuts) yield { type: 'TOOL_CALL_ARGS', toolCallId, delta: json.slice(end + 2) };
    yield { type: 'TOOL_CALL_END', toolCallId };
  }

  async *#text(delta: string, runId: string): AsyncGenerator<Event> {
    const messageId = `text-${runId}`;
    yield { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' };
    yield { type: 'TEXT_MESSAGE_CONTENT', messageId, delta };
    yield { type: 'TEXT_MESSAGE_END', messageId };
  }
}

/**
 * Parses the results of the last calls with their questions. Like model hosts, it refuses a call without a result
 * right after it.
 */
function toolResults(messages: readonly Message[]): readonly AskUserResult[] | string {
  const at = messages.findLastIndex((message) => message.role === 'assistant' && message.toolCalls !== undefined);
  const calls = (messages[at] as AssistantMessage | undefined)?.toolCalls ?? [];
  if (messages.slice(at + 1).some(({ role }) => role === 'assistant')) return [];
  const behind = messages.slice(at + 1, at + 1 + calls.length);
  const results: AskUserResult[] = [];
  for (const call of calls) {
    const result = behind.find((message) => message.role === 'tool' && message.toolCallId === call.id);
    if (result?.role !== 'tool') return `No result right behind the call ${call.id}`;
    const read = askUser.parseResult(JSON.parse(contentToText(result.content)), requestOf(call.id, inputOf(call)));
    if (!read.ok) return formatIssues(read.issues);
    results.push(read.value);
  }
  return results;
}

/** Parses the questions of a call. A truncated call returns any request. */
function inputOf({ function: { arguments: input } }: ToolCall): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return ONE;
  }
}

/** Serves the agent on a local port. */
export async function serveAgUi(agent: AgUiAgent) {
  const server = createTestServer(toNodeListener(agent.respond));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
