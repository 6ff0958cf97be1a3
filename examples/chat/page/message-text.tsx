import { memo } from 'react';
import { markdownText } from 'react-ask-user/markdown';
import { AGENTS, type AgentId } from '../shared/agents.js';
import { Mark } from './brand.js';

interface MessageTextProps {
  text: string;
  isUser: boolean;
}

/**
 * Renders the user's text as typed, and the agent's as Markdown. Memoized, because each piece of a reply renders the
 * whole conversation.
 */
export const MessageText = memo(function MessageText({ text, isUser }: MessageTextProps) {
  if (!isUser) return <div className="chat-text chat-markdown">{markdownText(text, { kind: 'context' })}</div>;
  return (
    <p className="chat-text" dir="auto">
      {text}
    </p>
  );
});

interface AgentProps {
  agent: AgentId;
}

/** Renders the agent's name above its messages. */
export function AgentName({ agent }: AgentProps) {
  return (
    <h2 className="chat-agent">
      <Mark agent={agent} />
      {AGENTS[agent]}
    </h2>
  );
}

/** Renders in place of the agent's name until its reply begins. */
export function Thinking({ agent }: AgentProps) {
  return (
    <p className="chat-agent chat-thinking">
      <Mark agent={agent} />
      {AGENTS[agent]} is thinking…
    </p>
  );
}
