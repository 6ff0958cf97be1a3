import type { ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { QuestionInput } from 'react-ask-user';
import { makeQuestions, type Shape } from '../questions.js';

/** Props of every contestant: the questions, and a callback for sent answers. */
export interface ContestantProps {
  questions: readonly QuestionInput[];
  onDone: () => void;
}

/** Elements to click or type into. Every contestant has the same roles. */
const KINDS = {
  tab: '[role=tab]',
  option: '[role=radio], [role=checkbox], input[type=radio], input[type=checkbox]',
  field: 'textarea',
  primary: 'button[data-variant=primary]',
  back: 'button[data-variant=secondary]',
};
type Kind = keyof typeof KINDS;

declare global {
  interface Window {
    bench: ReturnType<typeof createBench>;
  }
}

/** Waits for one turn of the event loop without the delay of a timer. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}

function createBench(Contestant: ComponentType<ContestantProps>) {
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  let done = false;

  const shown = (kind: Kind) =>
    [...container.querySelectorAll<HTMLElement>(KINDS[kind])].filter((element) => !element.closest('[hidden]'));
  const at = (kind: Kind, index: number): HTMLElement => {
    const element = shown(kind).at(index);
    if (!element) throw new Error(`There is no ${kind} ${index}.`);
    return element;
  };
  const draw = (shape: Shape) => (
    <Contestant
      questions={makeQuestions(shape)}
      onDone={() => {
        done = true;
      }}
    />
  );

  /** Opens, answers, submits and unmounts one request. React renders after every click. */
  async function cycle(shape: Shape): Promise<void> {
    done = false;
    flushSync(() => root.render(draw(shape)));
    for (let steps = 0; !done; steps++) {
      if (steps > shape.questions + 1) throw new Error('The answers were not sent.');
      const click = async (kind: Kind, index: number) => {
        at(kind, index).click();
        await Promise.resolve();
      };
      if (shown('option').length > 0) await click('option', steps);
      await click('primary', 0);
    }
    flushSync(() => root.render(null));
    await turn();
  }

  /** Renders a request, and focuses its first control until it keeps focus. */
  async function focusable(shape: Shape): Promise<void> {
    root.render(draw(shape));
    const isHeld = (element: HTMLElement | undefined) => element !== undefined && document.activeElement === element;
    for (let first = shown('option')[0]; !isHeld(first); first = shown('option')[0]) {
      await turn();
      shown('option')[0]?.focus();
      // Code that moves focus away has run by the next turn.
      await turn();
    }
  }

  return {
    focusable,
    open: (shape: Shape) => root.render(draw(shape)),
    close: () => root.render(null),
    done: () => done,
    /** Counts elements without texts of a live region, which appear a moment later and are removed again. */
    elements: () => container.querySelectorAll('*:not([role=status] *)').length,
    /** Returns the center of the element, for a click. */
    place(kind: Kind, index: number): { x: number; y: number } {
      const element = at(kind, index);
      element.scrollIntoView({ block: 'center' });
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    },
    /** Returns the state of an element, to check the effect of a click. */
    state(kind: Kind, index: number): string {
      const element = at(kind, index);
      if (element instanceof HTMLTextAreaElement) return element.value;
      if (element instanceof HTMLInputElement) return String(element.checked);
      return element.getAttribute('aria-checked') ?? element.getAttribute('aria-selected') ?? '';
    },
    focus: (kind: Kind, index: number) => at(kind, index).focus(),
    async cycles(shape: Shape, count: number): Promise<void> {
      for (let i = 0; i < count; i++) await cycle(shape);
    },
  };
}

/** Renders a contestant and exposes the functions that the benchmark calls. */
export function present(Contestant: ComponentType<ContestantProps>): void {
  window.bench = createBench(Contestant);
}
