/** One import, re-export or `import()` of a module. */
export interface Import {
  specifier: string;
  /** Names in the exporting module. Empty for `*` and `import()`. */
  names: string[];
  /** Whether the import does not exist at run time. */
  typeOnly: boolean;
}
export declare function importsOf(file: string, code: string): Import[];
