/** Raises the first letter of a check's text, except of a path, setting or address. */
export const sentence = (text: string): string =>
  text.replace(/^[a-z](?=[a-z]* )/, (letter) => letter.toUpperCase());
