/** Option as a model or a schema library passes it. */
export interface OptionInput {
  readonly label: string;
  readonly description?: string | undefined;
  readonly preview?: string | undefined;
}

/** Question as a model or a schema library passes it, in the shape of the agents' ask-user tools. */
export interface QuestionInput {
  readonly id?: string | undefined;
  readonly question: string;
  readonly header?: string | undefined;
  readonly context?: string | undefined;
  readonly options?: readonly (string | OptionInput)[] | undefined;
  readonly multiSelect?: boolean | undefined;
}

/** Parsed option. Identified by its index in the question's `options`. */
export interface QuestionOption {
  readonly label: string;
  readonly description?: string;
  readonly preview?: string;
  /** Value that the wire format expects, if it is not the label. Set by dialects only. */
  readonly value?: string;
}

/** Rules that a wire format enforces. Set by dialects whose protocol has such rules, never read from a model's text. */
export interface Constraints {
  /** `true` forbids skipping and `false` allows it. By default, the host's `allowSkip` decides. */
  readonly required?: boolean;
  /**
   * Whether the wire format supports custom text. If `false`, the question has no Other.
   *
   * @default true
   */
  readonly allowCustom?: boolean;
  /** Minimum number of answers to a multi-select question. Custom text counts as one. */
  readonly minSelected?: number;
  /** Maximum number of answers to a multi-select question. Custom text counts as one. */
  readonly maxSelected?: number;
  /**
   * Required format of the custom text.
   *
   * @default 'text'
   */
  readonly input?: 'text' | 'number' | 'integer' | 'email' | 'url' | 'date' | 'date-time';
  /** Minimum length of the custom text, in Unicode code points. Does not apply to numbers. */
  readonly minLength?: number;
  /** Maximum length of the custom text, in Unicode code points. Does not apply to numbers. */
  readonly maxLength?: number;
  /** Minimum of a `number` or `integer`. */
  readonly minimum?: number;
  /** Maximum of a `number` or `integer`. */
  readonly maximum?: number;
  /**
   * Marks the custom text as secret: masked while typing, shown as dots afterwards, never written to `draftStorage`.
   */
  readonly secret?: boolean;
}

/** A parsed question. Its `id` is unique in its request; text, header and labels are never keys. */
export interface Question {
  readonly id: string;
  readonly question: string;
  /** Short name of the question, shown in its tab. */
  readonly header?: string;
  /** Explanation of why the agent asks. */
  readonly context?: string;
  /** Empty for a question that takes text only. */
  readonly options: readonly QuestionOption[];
  /** Never `true` without options. */
  readonly multiSelect: boolean;
  readonly constraints?: Constraints;
}

/** Format of the previews in a request. */
export type PreviewFormat = 'text' | 'markdown' | 'html';

/** Parsed call of an ask-user tool. */
export interface AskUserRequest {
  readonly requestId: string;
  readonly questions: readonly Question[];
  /** Display name of the agent or server that asks. Set by the host, never by the model. */
  readonly asker?: string;
  /**
   * Format of the previews.
   *
   * @default 'text'
   */
  readonly previewFormat?: PreviewFormat;
  /** Data that is forwarded with the result and never displayed. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Original input. Only the dialect reads it, to echo it in the output. */
  readonly raw?: unknown;
}
