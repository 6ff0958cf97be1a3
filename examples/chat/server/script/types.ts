import type { LanguageModel } from 'ai';

/** The AI SDK's model interface, taken from `ai` itself so that the example needs no further package. */
export type Model = Extract<LanguageModel, { specificationVersion: 'v3' }>;
export type CallOptions = Parameters<Model['doStream']>[0];
export type Prompt = CallOptions['prompt'];
export type StreamResult = Awaited<ReturnType<Model['doStream']>>;
export type StreamPart = StreamResult['stream'] extends ReadableStream<infer Part> ? Part : never;
export type GenerateResult = Awaited<ReturnType<Model['doGenerate']>>;

export interface ScriptedOption {
  label: string;
  description?: string;
}

/** A question as the script asks it. Without options it is answered in the person's own words. */
export interface ScriptedQuestion {
  question: string;
  header: string;
  context?: string;
  multiSelect: boolean;
  options: readonly ScriptedOption[];
}

/** What came back for one call of the tool. */
export type Outcome =
  /** A question that the user left out has no entry. */
  | { kind: 'answered'; answers: ReadonlyMap<string, string>; notes: ReadonlyMap<string, string> }
  /** The user wants to discuss the questions first; `answers` are the answers so far, which were not submitted. */
  | { kind: 'discussed'; message: string; answers: ReadonlyMap<string, string> }
  | { kind: 'cancelled' }
  | { kind: 'superseded' }
  | { kind: 'stopped' }
  | { kind: 'failed' };

/** One call of the tool together with what came back. */
export interface Round {
  topic: string;
  questions: readonly ScriptedQuestion[];
  outcome: Outcome;
}

/** The prompt, as far as the script reads it. */
export interface Conversation {
  rounds: readonly Round[];
  /** Who spoke last: the person in the chat, or a tool result. */
  last: 'user' | 'tool';
  userText: string;
}

/** What the script says next, and what it asks with it. */
export interface Turn {
  text: string;
  ask?: { topic: string; questions: readonly ScriptedQuestion[] };
}

/** One step of the conversation: what is asked in it and what is said about the answers. */
export interface Topic {
  name: string;
  /** How the script speaks of it: "the database". */
  title: string;
  questions(conversation: Conversation): readonly ScriptedQuestion[];
  /** Said when the person has answered. */
  reply(round: Round): string;
}
