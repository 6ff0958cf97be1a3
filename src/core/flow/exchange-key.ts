/** Returns a key for a new exchange. Random, because two windows can ask about the same request. */
export const createExchangeKey = (): string => Math.random().toString(36).slice(2);
