'use client';
import { useCallback, useContext, useMemo } from 'react';
import { questionIndex } from '../../core/flow/selectors.js';
import { createModels, type QuestionModel } from '../engine/models.js';
import { useFlowState } from '../flow/use-flow-value.js';
import { hintProps } from '../text/option-display.js';
import { AskUserContext, QuestionContext } from './context.js';

/**
 * Returns a question, what the user has entered, and the props of its elements, for a component of your app. Without an
 * ID, returns the question of the surrounding `AskUser.Question`. With an ID, returns a question of the surrounding
 * `AskUser.Root`, or `undefined` if there is none with this ID. Other questions' drafts do not re-render the component.
 *
 * @throws {Error} If it is called outside of these parts.
 */
export function useQuestion(): QuestionModel;
export function useQuestion(id: string): QuestionModel | undefined;
export function useQuestion(id?: string): QuestionModel | undefined {
  const ask = useContext(AskUserContext);
  const around = useContext(QuestionContext)?.question.id;
  const questionId = id ?? around;
  if (!ask || questionId === undefined)
    throw new Error(
      'useQuestion() was called outside of <AskUser.Question>, so there is no question. Call it in a component inside of it, or pass the ID of a question inside of <AskUser.Root>.',
    );
  const { store, engine, messages } = ask;
  const models = useMemo(() => createModels(engine, messages, hintProps.bind(null, ask)), [engine, messages, ask]);
  const subscribe = useCallback(
    (listener: () => void) => engine.filters.subscribe(listener, questionId),
    [engine, questionId],
  );
  return useFlowState(store, (state) => models.question(state, questionIndex(state, questionId)), subscribe);
}
