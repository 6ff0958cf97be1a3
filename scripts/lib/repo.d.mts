export const root: string;

/** Returns the JavaScript entries of package.json. `source` and `dist` are relative to the root. */
export function entries(): { name: string; dist: string; source: string }[];
