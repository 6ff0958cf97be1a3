/** Fails to compile unless the value has this type. */
export const expectType = <Type>(_value: Type): void => {};
