/** A program or a specification that a docstring names as its source. The last has neither a name nor a version. */
export interface Source {
  readonly registry: 'npm' | 'GitHub' | 'specification';
  readonly name: string;
  readonly version: string;
}
export declare function sourcesIn(text: string): Source[];
export declare function releasesAfter(version: string, others: readonly string[]): string[];
