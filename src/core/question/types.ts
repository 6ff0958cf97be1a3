/** An option as a model or a schema library hands it over. */
export interface OptionInput {
  readonly label: string;
  readonly description?: string | undefined;
  readonly preview?: string | undefined;
}

/** A question as a model or a schema library hands it over: the shape of the agents' own ask-user tools. */
export interface QuestionInput {
  readonly id?: string | undefined;
  readonly question: string;
  readonly header?: string | undefined;
  readonly context?: string | undefined;
  readonly options?: readonly (string | OptionInput)[] | undefined;
  readonly multiSelect?: boolean | undefined;
}

/** A choice, known everywhere inside by its position. */
export interface QuestionOption {
  readonly label: string;
  readonly description?: string;
  readonly preview?: string;
  /** What the wire wants for this choice, where that is not the label. Set by dialects only. */
  readonly value?: string;
}

/** What a wire enforces. Set by dialects whose protocol has such rules, never read from a model's text. */
export interface Constraints {
  /** `false`: this question may be skipped. `true`: it may not, whatever the host allows. Default: as the host allows. */
  readonly required?: boolean;
  /** `false` where the wire has no room for a free answer. Default: `true`. */
  readonly allowCustom?: boolean;
  /** Of a multi-select question; a free answer counts as one. */
  readonly minSelected?: number;
  readonly maxSelected?: number;
  /** How a free answer has to be written. Default: `'text'`. */
  readonly input?: 'text' | 'number' | 'integer' | 'email' | 'url' | 'date' | 'date-time';
  /** In Unicode code points. */
  readonly minLength?: number;
  /** In Unicode code points. */
  readonly maxLength?: number;
  /** Of a `number` or `integer`. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** A free answer that nobody is to read over a shoulder: masked while it is typed, shown as dots, kept in no drafts. */
  readonly secret?: boolean;
}

/** A parsed question. Its `id` is unique in its request; text, header and labels are never keys. */
export interface Question {
  readonly id: string;
  readonly question: string;
  /** A short name for the question's tab. */
  readonly header?: string;
  /** Why the agent asks. */
  readonly context?: string;
  /** Empty for a question that is answered in the person's own words. */
  readonly options: readonly QuestionOption[];
  /** Never `true` without options. */
  readonly multiSelect: boolean;
  readonly constraints?: Constraints;
}

/** What a request's previews are written in. */
export type PreviewFormat = 'text' | 'markdown' | 'html';

/** One call of an ask-user tool. */
export interface AskUserRequest {
  readonly requestId: string;
  readonly questions: readonly Question[];
  /** Who asks: the agent's or server's name. Set by the host, never by the model. */
  readonly asker?: string;
  /** @default 'text' */
  readonly previewFormat?: PreviewFormat;
  /** Forwarded to whoever reads the result, never displayed. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The original input; only its dialect reads it, to echo it. */
  readonly raw?: unknown;
}
