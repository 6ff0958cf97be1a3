/** What an agent family asks its agents to keep to. Plain data; an absent maximum is no maximum. */
export interface Limits {
  readonly minQuestions: number;
  readonly maxQuestions?: number;
  /** Counted where a question has options at all, or where `optionsRequired` is set. */
  readonly minOptions: number;
  readonly maxOptions?: number;
  /** A question without options (answered in the person's own words) is beyond the limits. */
  readonly optionsRequired?: boolean;
  readonly headerRequired?: boolean;
  /** In UTF-16 units, as `length` counts. */
  readonly headerMaxLength?: number;
  /** Every option needs a description. */
  readonly descriptionRequired?: boolean;
  /** No two questions of a request may have the same text. */
  readonly uniqueQuestions?: boolean;
  /** No two options of a question may have the same label. */
  readonly uniqueLabels?: boolean;
}

/** What the dialog draws at all. What is beyond is refused, never cut. Texts in UTF-16 units, as `length` counts. */
export interface DisplayLimits {
  /** Questions in a request. */
  readonly questions: number;
  /** Options of a question. */
  readonly options: number;
  readonly question: number;
  readonly context: number;
  readonly description: number;
  readonly label: number;
  readonly header: number;
  readonly preview: number;
}

/** Apart from the others, so that a dialog does not carry those. */
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

/** Limits as data, named after their source. */
export const LIMITS: {
  /** The user-question tool whose answers are keyed by question text: 1-4 questions with 2-4 options each. */
  readonly askUserQuestion: Limits;
  /** PilotDeck's `ask_user_question`: the same, with short headers, descriptions and unique texts required. */
  readonly pilotDeck: Limits;
  /** pi's `ask_user`: one question or more, options optional and any number. */
  readonly askUser: Limits;
  /** The JSON command-line tool `ask_user`: one question with 2-20 options. */
  readonly json: Limits;
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
