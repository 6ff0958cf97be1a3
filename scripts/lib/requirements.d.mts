export declare function idsInTitles(code: string): string[];
export declare function fillRequirements(
  page: string,
  tests: readonly { readonly file: string; readonly ids: readonly string[] }[],
): { page: string; problems: string[] };
