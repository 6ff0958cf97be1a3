import { jsonSchema, tool, type LanguageModel, type Tool } from 'ai';
import { formatIssues } from 'react-ask-user/core';
import type { AnsweredOutput, UnansweredOutput } from 'react-ask-user/core';
import { createAskUserTool, type AskUserBroker, type AskUserTransport } from 'react-ask-user/server';
import { AGENTS, type AgentId } from '../../shared/agents.js';
import { wroteInstead } from '../../shared/shared-chat.js';
import { replyTo } from '../ask-back.js';
import type { Conversation } from './conversation.js';

type Output = AnsweredOutput | UnansweredOutput;

/**
 * Returns the broker's conversation id for one agent. Each agent has a separate one, so that a message to an agent
 * supersedes only its questions.
 */
export const questionsOf = (conversationId: string, agent: AgentId): string => `${conversationId}/${agent}`;

export interface AskCall {
  toolCallId: string;
  signal: AbortSignal | undefined;
}

/** The ask tool of one agent in one conversation. */
export interface AskTool {
  name: string;
  /** The tool for the AI SDK. */
  tool: Tool<unknown, Output>;
  /**
   * Resolves when the question is settled. The call's id is the request id. After a restart, the same call resumes its
   * question, or returns an answer from the meantime.
   */
  ask(input: unknown, call: AskCall): Promise<Output>;
}

export function createAskTool(
  broker: AskUserBroker,
  model: LanguageModel,
  conversation: Conversation,
  agent: AgentId,
): AskTool {
  const conversationId = questionsOf(conversation.id, agent);
  const asker: AskUserTransport = {
    // A message that arrived while the model wrote the question supersedes it at once.
    async ask(request, options) {
      const [unread] = conversation.unreadBy(agent);
      return unread
        ? { status: 'superseded', reason: wroteInstead(unread.by) }
        : broker.ask(request, { ...options, conversationId });
    },
  };
  const asking = createAskUserTool({
    transport: asker,
    onAskBack({ questionId, text }, { request, signal }) {
      const { question = '' } = request.questions.find(({ id }) => id === questionId) ?? {};
      return replyTo({ model, messages: conversation.thread(agent), question, text, signal });
    },
  });

  async function ask(input: unknown, { toolCallId, signal }: AskCall): Promise<Output> {
    const { data, details } = await asking.execute(input, {
      conversationId,
      toolCallId,
      signal,
      asker: AGENTS[agent],
      agent: { id: agent },
      allow: { partial: true, discuss: true },
    });
    conversation.settle(toolCallId, { output: data, record: details });
    return data;
  }

  return {
    name: asking.name,
    ask,
    tool: tool<unknown, Output>({
      description: asking.description,
      inputSchema: jsonSchema<unknown>(() => asking.inputSchema, {
        async validate(input) {
          const checked = await asking.validateInput(input);
          return checked.ok
            ? { success: true, value: input }
            : { success: false, error: new Error(formatIssues(checked.issues)) };
        },
      }),
      execute: (input, { toolCallId, abortSignal }) => ask(input, { toolCallId, signal: abortSignal }),
    }),
  };
}
