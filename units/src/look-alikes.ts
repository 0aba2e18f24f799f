/** Replaces characters that look like others: Unicode has two for micro and for ohm, and devices use both. */
export const withoutLookAlikes = (text: string): string =>
  text.replaceAll('\u03bc', '\u00b5').replaceAll('\u2126', '\u03a9').replaceAll('\u00a0', ' ');
