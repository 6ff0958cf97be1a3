/** Whether two objects have the same values. */
export const isSame = <T extends object>(one: T, other: T): boolean =>
  (Object.keys({ ...one, ...other }) as (keyof T)[]).every((name) => one[name] === other[name]);
