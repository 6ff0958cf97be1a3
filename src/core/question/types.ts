/** An option as a model or a schema library hands it over. */
export interface OptionInput {
  label: string;
  description?: string | undefined;
  preview?: string | undefined;
}

/** A question as a model or a schema library hands it over: the shape of the agents' own ask-user tools. */
export interface QuestionInput {
  id?: string | undefined;
  question: string;
  header?: string | undefined;
  context?: string | undefined;
  options?: readonly (string | OptionInput)[] | undefined;
  multiSelect?: boolean | undefined;
}

/** A choice, known everywhere inside by its position. */
export interface QuestionOption {
  label: string;
  description?: string;
  preview?: string;
  /** What the wire wants for this choice, where that is not the label. Set by dialects only. */
  value?: string;
}

/** What a wire enforces. Set by dialects whose protocol has such rules, never read from a model's text. */
export interface Constraints {
  /** `false`: this question may be skipped. `true`: it may not, whatever the host allows. Default: as the host allows. */
  required?: boolean;
  /** `false` where the wire has no room for a free answer. Default: `true`. */
  allowCustom?: boolean;
  /** Of a multi-select question; a free answer counts as one. */
  minSelected?: number;
  maxSelected?: number;
  /** How a free answer has to be written. Default: `'text'`. */
  input?: 'text' | 'number' | 'integer' | 'email' | 'url' | 'date' | 'date-time';
  /** In Unicode code points. */
  minLength?: number;
  /** In Unicode code points. */
  maxLength?: number;
  /** Of a `number` or `integer`. */
  minimum?: number;
  maximum?: number;
  /** A free answer that nobody is to read over a shoulder: masked while it is typed, shown as dots, kept in no drafts. */
  secret?: boolean;
}

/** A parsed question. Its `id` is unique in its request; text, header and labels are never keys. */
export interface Question {
  id: string;
  question: string;
  /** A short name for the question's tab. */
  header?: string;
  /** Why the agent asks. */
  context?: string;
  /** Empty for a question that is answered in the person's own words. */
  options: readonly QuestionOption[];
  /** Never `true` without options. */
  multiSelect: boolean;
  constraints?: Constraints;
}

/** What a request's previews are written in. */
export type PreviewFormat = 'text' | 'markdown' | 'html';

/** One call of an ask-user tool. */
export interface AskUserRequest {
  requestId: string;
  questions: readonly Question[];
  /** Who asks: the agent's or server's name. Set by the host, never by the model. */
  asker?: string;
  /** @default 'text' */
  previewFormat?: PreviewFormat;
  /** Forwarded to whoever reads the result, never displayed. */
  metadata?: Readonly<Record<string, unknown>>;
  /** The original input; only its dialect reads it, to echo it. */
  raw?: unknown;
}
