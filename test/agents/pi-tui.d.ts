/**
 * The names of pi's terminal package that RPIV's source uses. The package is not installed, because nothing here
 * renders.
 */
declare module '@earendil-works/pi-tui' {
  export interface Component {
    render(width: number): string[];
  }
  export const CURSOR_MARKER: string;
  export function visibleWidth(text: string): number;
  export function wrapTextWithAnsi(text: string, width: number): string[];
}
