import type { QuestionInput } from 'react-ask-user';

export interface Shape {
  questions: number;
  options: number;
}

/**
 * Returns this number of questions and options. Each option has a description. The last of several questions is
 * multi-select.
 */
export const makeQuestions = ({ questions, options }: Shape): QuestionInput[] =>
  Array.from({ length: questions }, (_, q) => ({
    question: `What should part ${q + 1} of the service be built with?`,
    header: `Part ${q + 1}`,
    multiSelect: q > 0 && q === questions - 1,
    options: Array.from({ length: options }, (__, o) => ({
      label: `Choice ${o + 1} of part ${q + 1}`,
      description: 'Known to work well, and to be in use here already.',
    })),
  }));
