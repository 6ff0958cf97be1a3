/** Display names of the agents, by id. A name never comes from the model. */
export const AGENTS = {
  setup: 'Setup assistant',
  release: 'Release assistant',
} as const;

export type AgentId = keyof typeof AGENTS;

/** The agent that receives every message, except the one that adds another agent. */
export const FIRST_AGENT: AgentId = 'setup';

export const AGENT_IDS = Object.keys(AGENTS) as AgentId[];

/** Returns the agents' names as a phrase. */
export const namesOf = (agents: readonly AgentId[]): string => agents.map((agent) => AGENTS[agent]).join(' and ');
