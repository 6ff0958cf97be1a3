type OnError = (error: unknown) => void;

/** These in another form. One that has none is left out, and costs nobody but itself. */
export function each<From, To>(all: readonly From[], form: (one: From) => To, onError: OnError): readonly To[] {
  return all.flatMap((one) => {
    try {
      return [form(one)];
    } catch (error) {
      onError(error);
      return [];
    }
  });
}

/**
 * As JSON: of lists, the entries that can be written, each of the others costing nobody but itself. `undefined` where nothing
 * can be written.
 */
export function write(data: object, onError: OnError): string | undefined {
  try {
    return JSON.stringify(data);
  } catch (error) {
    const lists = Object.entries(data);
    if (!lists.every(([, list]) => Array.isArray(list))) {
      onError(error);
      return undefined;
    }
    const texts = lists.map(
      ([name, list]: [string, unknown[]]) =>
        `${JSON.stringify(name)}:[${each(list, (one) => JSON.stringify(one), onError).join()}]`,
    );
    return `{${texts.join()}}`;
  }
}
