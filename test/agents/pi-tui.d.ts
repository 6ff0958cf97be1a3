/** As much of pi's terminal package as RPIV's own source names. The package itself is not installed: nothing here draws. */
declare module '@earendil-works/pi-tui' {
  export interface Component {
    render(width: number): string[];
  }
  export const CURSOR_MARKER: string;
  export function visibleWidth(text: string): number;
  export function wrapTextWithAnsi(text: string, width: number): string[];
}
