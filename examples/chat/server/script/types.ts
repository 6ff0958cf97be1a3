import type { LanguageModel } from 'ai';

/** The AI SDK's model interface, derived from `ai`, so that the example needs no further package. */
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

/** A question of the script. Without options, the user answers with custom text. */
export interface ScriptedQuestion {
  question: string;
  header: string;
  context?: string;
  multiSelect: boolean;
  options: readonly ScriptedOption[];
}

/** Result of one call of the tool. */
export type Outcome =
  /** A question that the user skipped has no entry. */
  | { kind: 'answered'; answers: ReadonlyMap<string, string>; notes: ReadonlyMap<string, string> }
  /** The user wants to discuss the questions first. `answers` are the drafts so far, which were not submitted. */
  | { kind: 'discussed'; message: string; answers: ReadonlyMap<string, string> }
  /** The agent does not wait for the answer, and the user has not sent it yet. */
  | { kind: 'waiting' }
  | { kind: 'cancelled' }
  | { kind: 'superseded' }
  | { kind: 'stopped' }
  | { kind: 'failed' };

/** One call of the tool and its result. */
export interface Round {
  topic: string;
  questions: readonly ScriptedQuestion[];
  outcome: Outcome;
}

/** An answer that the user sent as a message. */
export interface Told {
  question: string;
  answer: string;
  /** Whether it replaces an earlier answer. */
  isChange: boolean;
}

/** The parts of a prompt that the script reads. */
export interface Conversation {
  rounds: readonly Round[];
  /** Author of the newest message: the user or a tool. */
  last: 'user' | 'tool';
  userText: string;
  /** The user's first message, which decides what is planned. */
  firstText: string;
  /** Answers in the newest message: to a question that could wait, or instead of an earlier answer. */
  told: readonly Told[];
}

/** Next text of the script, and the questions it asks. */
export interface Turn {
  text: string;
  ask?: { topic: string; questions: readonly ScriptedQuestion[]; canWait: boolean };
}

/** One topic of the conversation: its questions, and the reply to the answers. */
export interface Topic {
  name: string;
  /** Name of the topic in a sentence: "the database". */
  title: string;
  questions(conversation: Conversation): readonly ScriptedQuestion[];
  /** Whether the work goes on without the answer. @default false */
  canWait?: boolean;
  /** Replies to a user who asks about a question, by the question's header. */
  explain?: Readonly<Record<string, string>>;
  /** Returns the reply to the user's answers. */
  reply(round: Round): string;
}
