export function composeStyles(file: string): string;
