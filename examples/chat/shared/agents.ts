/** The agents of a shared chat, by their ids. The name is what the person reads; it never comes from the model. */
export const AGENTS = {
  setup: 'Setup assistant',
  release: 'Release assistant',
} as const;

export type AgentId = keyof typeof AGENTS;
