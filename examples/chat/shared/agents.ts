/** The agents of a shared chat, by their ids. The name is what the person reads; it never comes from the model. */
export const AGENTS = {
  setup: 'Setup assistant',
  release: 'Release assistant',
} as const;

export type AgentId = keyof typeof AGENTS;

/** The agent that every message is for, but the one that brings in another. */
export const FIRST_AGENT: AgentId = 'setup';

export const AGENT_IDS = Object.keys(AGENTS) as AgentId[];

/** Their names in a sentence. */
export const namesOf = (agents: readonly AgentId[]): string => agents.map((agent) => AGENTS[agent]).join(' and ');
