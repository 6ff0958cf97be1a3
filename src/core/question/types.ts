/** Option as a model or a schema library passes it. */
export interface OptionInput {
  label: string;
  description?: string | undefined;
  preview?: string | undefined;
}

/** Question as a model or a schema library passes it, in the shape of the agents' ask-user tools. */
export interface QuestionInput {
  id?: string | undefined;
  question: string;
  header?: string | undefined;
  context?: string | undefined;
  options?: readonly (string | OptionInput)[] | undefined;
  multiSelect?: boolean | undefined;
}

/** Parsed option. Identified by its index in the question's `options`. */
export interface QuestionOption {
  label: string;
  description?: string;
  preview?: string;
  /** Value that the wire format expects, if it is not the label. Set by dialects only. */
  value?: string;
}

/** Rules that a wire format enforces. Set by dialects whose protocol has such rules, never read from a model's text. */
export interface Constraints {
  /** `true` forbids skipping and `false` allows it. By default, the host's `allowSkip` decides. */
  required?: boolean;
  /**
   * Whether the wire format supports custom text. If `false`, the question has no Other.
   *
   * @default true
   */
  allowCustom?: boolean;
  /** Minimum number of answers to a multi-select question. Custom text counts as one. */
  minSelected?: number;
  /** Maximum number of answers to a multi-select question. Custom text counts as one. */
  maxSelected?: number;
  /**
   * Required format of the custom text.
   *
   * @default 'text'
   */
  input?: 'text' | 'number' | 'integer' | 'email' | 'url' | 'date' | 'date-time';
  /** Minimum length of the custom text, in Unicode code points. Does not apply to numbers. */
  minLength?: number;
  /** Maximum length of the custom text, in Unicode code points. Does not apply to numbers. */
  maxLength?: number;
  /** Minimum of a `number` or `integer`. */
  minimum?: number;
  /** Maximum of a `number` or `integer`. */
  maximum?: number;
  /**
   * Marks the custom text as secret: masked while typing, shown as dots afterwards, never written to `draftStorage`.
   */
  secret?: boolean;
}

/** A parsed question. Its `id` is unique in its request; text, header and labels are never keys. */
export interface Question {
  id: string;
  question: string;
  /** Short name of the question, shown in its tab. */
  header?: string;
  /** Explanation of why the agent asks. */
  context?: string;
  /** Empty for a question that takes text only. */
  options: readonly QuestionOption[];
  /** Never `true` without options. */
  multiSelect: boolean;
  constraints?: Constraints;
}

/** Format of the previews in a request. */
export type PreviewFormat = 'text' | 'markdown' | 'html';

/** Parsed call of an ask-user tool. */
export interface AskUserRequest {
  requestId: string;
  questions: readonly Question[];
  /** Display name of the agent or server that asks. Set by the host, never by the model. */
  asker?: string;
  /**
   * Format of the previews.
   *
   * @default 'text'
   */
  previewFormat?: PreviewFormat;
  /** Data that is forwarded with the result and never displayed. */
  metadata?: Readonly<Record<string, unknown>>;
  /** Original input. Only the dialect reads it, to echo it in the output. */
  raw?: unknown;
}
