import type { OptionRef } from '../core/flow/types.js';

/** Ids of the dialog's elements: one prefix and positions, never the agent's text. */
export interface Ids {
  title: string;
  confirmTitle: string;
  confirmText: string;
  /** Of a UI on native elements; in the dialog Radix makes its own. */
  tab: (question: number) => string;
  panel: (question: number) => string;
  heading: (question: number) => string;
  /** The question's text alone, without its position. */
  text: (question: number) => string;
  hint: (question: number) => string;
  problem: (question: number) => string;
  control: (question: number, option: OptionRef) => string;
  label: (question: number, option: OptionRef) => string;
  description: (question: number, option: OptionRef) => string;
  field: (question: number) => string;
  fieldLabel: (question: number) => string;
  counter: (question: number) => string;
  notes: (question: number) => string;
}

export function createIds(prefix: string): Ids {
  const of = (name: string) => (question: number) => `${prefix}-${name}${question}`;
  const at = (name: string) => (question: number, option: OptionRef) => `${prefix}-${name}${question}-${option}`;
  return {
    title: `${prefix}-title`,
    confirmTitle: `${prefix}-confirm`,
    confirmText: `${prefix}-confirm-text`,
    tab: of('tab'),
    panel: of('panel'),
    heading: of('heading'),
    text: of('text'),
    hint: of('hint'),
    problem: of('problem'),
    control: at('option'),
    label: at('label'),
    description: at('description'),
    field: of('field'),
    fieldLabel: of('field-label'),
    counter: of('counter'),
    notes: of('notes'),
  };
}
