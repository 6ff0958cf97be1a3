/** Counts the typing errors between two words: an extra letter, a missing, another one, or two in the wrong order. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, i) => i)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Infinity;
      rows[i]?.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, changed, swapped));
    }
  }
  return at(a.length, b.length);
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Returns ` Did you mean "…"?` if the name is similar to one of `names`, otherwise an empty string. */
export function didYouMean(name: string, names: readonly string[]): string {
  // A long word is a paste, not a typing error.
  if (name.length > 40) return '';
  const [best] = names
    .map((one) => ({ one, far: distance(plain(name), plain(one)) }))
    .filter(({ far }) => far <= Math.max(1, Math.floor(plain(name).length / 3)))
    .sort((a, b) => a.far - b.far);
  return best ? ` Did you mean "${best.one}"?` : '';
}
