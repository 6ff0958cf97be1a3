/** One import, re-export or `import()` of a module. */
export interface Import {
  specifier: string;
  /** The exporter's own names; none for `*` and `import()`. */
  names: string[];
  /** Gone at run time. */
  typeOnly: boolean;
}
export declare function importsOf(file: string, code: string): Import[];
