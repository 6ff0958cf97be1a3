/** Option as a model or a schema library passes it. */
export interface OptionInput {
  readonly label: string;
  readonly description?: string | undefined;
  readonly preview?: string | undefined;
  /**
   * Value of the option for your code; see `details.byId`. Two options may have the same. The user and the agent do not
   * see it, unless the agent's format has values. It is read from `questions` that you write, and dropped from the
   * input of a model.
   */
  readonly value?: string | undefined;
}

/** Question as a model or a schema library passes it, in the shape of the agents' ask-user tools. */
export interface QuestionInput {
  readonly id?: string | undefined;
  readonly question: string;
  readonly header?: string | undefined;
  readonly context?: string | undefined;
  readonly options?: readonly (string | OptionInput)[] | undefined;
  readonly multiSelect?: boolean | undefined;
  /** Not read, because a model must not set it. Set the `constraints` of a parsed `Question`. */
  readonly constraints?: never;
}

/** Parsed option. Identified by its index in the question's `options`. */
export interface QuestionOption {
  readonly label: string;
  readonly description?: string;
  readonly preview?: string;
  /** Value that the host's code or the wire format uses instead of the label. */
  readonly value?: string;
  /** Set by a field of the agent's format. A mark "(Recommended)" in the label counts as much, and does not set it. */
  readonly recommended?: true;
}

/** Rules for the answer to a question, such as a wire format enforces. `parseRequest` drops them. */
export interface Constraints {
  /**
   * `true` forbids skipping. With `false`, the question may stay blank, and is then sent as skipped. By default, the
   * host's `allow.skip` decides.
   */
  readonly required?: boolean;
  /**
   * Whether a question with options has Other.
   *
   * @default true
   */
  readonly allowCustom?: boolean;
  /**
   * Whether the answer can have notes, so that the user is offered them. With `withAnswer`, a skipped question cannot.
   * With `withOption`, only an answer with a selected option can. Does not apply to the answers so far of a discussion.
   *
   * @default true
   */
  readonly allowNotes?: boolean | 'withAnswer' | 'withOption';
  /** Minimum number of selected options in a multi-select question. Custom text counts as one. */
  readonly minSelected?: number;
  /** Maximum number of selected options in a multi-select question. Custom text counts as one. */
  readonly maxSelected?: number;
  /**
   * Required format of the custom text. `number`: a JSON number, such as `-3`, `0.5` or `1e3`. `integer`: digits with an
   * optional minus. `email`: `name@host.tld` in ASCII. `url`: a scheme, a colon and ASCII text without spaces. `date`: an
   * existing day, such as `2026-01-31`. `date-time`: such as `2026-01-31T09:30:00Z`, with seconds and an offset.
   *
   * @default 'text'
   */
  readonly input?: 'text' | 'number' | 'integer' | 'email' | 'url' | 'date' | 'date-time';
  /** Minimum length of the custom text, in Unicode code points. Does not apply to a `number` or `integer`. */
  readonly minLength?: number;
  /** Maximum length of the custom text, in Unicode code points. Does not apply to a `number` or `integer`. */
  readonly maxLength?: number;
  /** Minimum of a `number` or `integer`. */
  readonly minimum?: number;
  /** Maximum of a `number` or `integer`. */
  readonly maximum?: number;
  /**
   * Marks the custom text as secret. The dialog masks it, shows dots in the receipt, and does not store the question's
   * draft in `draftStorage`. The result and its record contain the text, for the agent.
   */
  readonly secret?: boolean;
}

/** A parsed question. Its `id` is unique in its request. */
export interface Question {
  readonly id: string;
  readonly question: string;
  /** Short name of the question, such as for its tab. */
  readonly header?: string;
  /** Explanation of why the agent asks. */
  readonly context?: string;
  /** Empty for a question that takes text only. */
  readonly options: readonly QuestionOption[];
  /** Not `true` without options. */
  readonly multiSelect: boolean;
  readonly constraints?: Constraints;
}

/** Format of the previews in a request. */
export type PreviewFormat = 'text' | 'markdown' | 'html';

/** Parsed call of an ask-user tool. */
export interface AskUserRequest {
  readonly requestId: string;
  readonly questions: readonly Question[];
  /**
   * Display name of the agent or server that asks. A host's `asker`, as a prop of a dialog or an option of a tool or an
   * `ask`, takes precedence over it. No `asker` is read from the model's input.
   */
  readonly asker?: string;
  /**
   * Format of the previews.
   *
   * @default 'text'
   */
  readonly previewFormat?: PreviewFormat;
  /**
   * `false` if the agent goes on without waiting for the answers. The name of the tool or the host decides this; it is
   * not read from the model's input. The answers become a message of the user.
   */
  readonly blocking?: false;
  /** Data sent with the questions. The dialog does not display it. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Original input. Some dialects read it to format the result. */
  readonly raw?: unknown;
}
