/** Limits of an agent's ask-user tool. Plain data; a missing maximum means no limit. */
export interface Limits {
  readonly minQuestions: number;
  readonly maxQuestions?: number;
  /** Minimum number of options. Applies to questions with options, or to all if `optionsRequired` is set. */
  readonly minOptions: number;
  readonly maxOptions?: number;
  /** Whether `minOptions` also applies to questions without options. */
  readonly optionsRequired?: boolean;
  /** Whether every question needs a header. */
  readonly headerRequired?: boolean;
  /** Maximum length of a header in UTF-16 code units. */
  readonly headerMaxLength?: number;
  /** Whether every option needs a description. */
  readonly descriptionRequired?: boolean;
  /** Whether the texts of the questions in a request must differ. */
  readonly uniqueQuestions?: boolean;
  /** Whether the labels of the options in a question must differ. */
  readonly uniqueLabels?: boolean;
}

/** Maximum size of a parsed request. The parsers refuse larger input. Text lengths are in UTF-16 code units. */
export interface DisplayLimits {
  /** Number of questions in a request. */
  readonly questions: number;
  /** Number of options in a question. */
  readonly options: number;
  readonly question: number;
  readonly context: number;
  readonly description: number;
  readonly label: number;
  readonly header: number;
  readonly preview: number;
}

/** Separate from `LIMITS`, so that a dialog does not bundle the other limits. */
export const ASK_USER_LIMITS: Limits = { minQuestions: 1, minOptions: 0 };

export const DISPLAY_LIMITS: DisplayLimits = {
  questions: 100,
  options: 1_000,
  question: 10_000,
  context: 10_000,
  description: 10_000,
  label: 2_000,
  header: 2_000,
  preview: 50_000,
};

/** Limits of four ask-user tools, and of every parsed request (`display`). */
export const LIMITS: {
  /** `ask_user_question` of the `askUserQuestion` dialect: 1-4 questions with 2-4 options each. */
  readonly askUserQuestion: Limits;
  /**
   * PilotDeck's `ask_user_question`: the same counts. Headers of at most 12 UTF-16 code units, descriptions, and unique
   * question texts and labels are required.
   */
  readonly pilotDeck: Limits;
  /** pi's `ask_user`: one or more questions; options are optional, in any number. */
  readonly askUser: Limits;
  /** The JSON command-line tool `ask_user`: one question with 2-20 options. */
  readonly json: Limits;
  /** Maximum size of a parsed request, in addition to the limits of a tool. */
  readonly display: DisplayLimits;
} = {
  askUserQuestion: { minQuestions: 1, maxQuestions: 4, minOptions: 2, maxOptions: 4, optionsRequired: true },
  pilotDeck: {
    minQuestions: 1,
    maxQuestions: 4,
    minOptions: 2,
    maxOptions: 4,
    optionsRequired: true,
    headerRequired: true,
    headerMaxLength: 12,
    descriptionRequired: true,
    uniqueQuestions: true,
    uniqueLabels: true,
  },
  askUser: ASK_USER_LIMITS,
  json: { minQuestions: 1, maxQuestions: 1, minOptions: 2, maxOptions: 20, optionsRequired: true },
  display: DISPLAY_LIMITS,
};
