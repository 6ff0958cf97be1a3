import axe from 'axe-core';

interface Finished {
  canvasElement: HTMLElement;
}

function show(scheme: string): void {
  document.documentElement.style.colorScheme = scheme;
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
}

/**
 * After the play function of a story, checks the contrast of its final state in the other theme. The themes differ only
 * in colors, so a second run of every story would find no more. Runs only in tests, because the page flickers.
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
