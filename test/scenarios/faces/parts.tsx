import { AskUser, type OptionRef } from '../../../src/react/index.js';
import type { Face, FaceProps } from '../types.js';
import { ENGLISH } from './dialog.js';

const option = (position: OptionRef) => (
  <AskUser.Option key={position} option={position}>
    <AskUser.OptionLabel option={position} />
    <AskUser.OptionControl option={position} />
  </AskUser.Option>
);

/**
 * Composes the parts in an unusual order: actions first, the note before the options, the question and the title
 * last.
 */
function OtherWayRound({ questions, ...props }: FaceProps) {
  return (
    <AskUser.Root {...props} questions={questions}>
      <AskUser.Card>
        <AskUser.Body>
          <AskUser.Actions>
            <AskUser.Submit />
            <AskUser.Back />
            <AskUser.Decline />
            <AskUser.Cancel />
          </AskUser.Actions>
          <AskUser.DeliveryError />
          <AskUser.Questions>
            {questions.length > 1 && <AskUser.Review />}
            {questions.map(({ question, options = [] }, index) => (
              <AskUser.Question key={question} index={index}>
                <AskUser.QuestionActions />
                <AskUser.Notes />
                <AskUser.AnswerError />
                {options.length > 0 ? (
                  <>
                    <AskUser.Options>{option}</AskUser.Options>
                    <AskUser.Other />
                  </>
                ) : (
                  <AskUser.TextAnswer />
                )}
                <AskUser.Prompt />
              </AskUser.Question>
            ))}
            {questions.length > 1 && <AskUser.TabList />}
          </AskUser.Questions>
          <AskUser.Title />
        </AskUser.Body>
      </AskUser.Card>
    </AskUser.Root>
  );
}

export const parts: Face = { name: 'parts', draw: (props) => <OtherWayRound {...props} />, words: ENGLISH };
