import axe from 'axe-core';

interface Finished {
  canvasElement: HTMLElement;
}

function show(scheme: string): void {
  document.documentElement.style.colorScheme = scheme;
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
}

/**
 * After a story's own check, the contrast of what it ended with in the other theme: the two differ in nothing but
 * colours, so that a second run of every story would find no more. Only in tests, where nobody sees it flicker.
 */
export async function checkOtherTheme({ canvasElement }: Finished): Promise<void> {
  if (import.meta.env.MODE !== 'test') return;
  const { colorScheme } = document.documentElement.style;
  const other = colorScheme === 'dark' ? 'light' : 'dark';
  show(other);
  try {
    const { violations } = await axe.run(canvasElement, { runOnly: ['color-contrast'] });
    const found = violations.flatMap(({ nodes }) =>
      nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
    );
    if (found.length) throw new Error(`Too little contrast in the ${other} theme:\n${found.join('\n')}`);
  } finally {
    show(colorScheme);
  }
}
