/**
 * Returns the text of a mail. A paragraph is one line, which mail programs wrap to the width of the screen, and
 * which the encoding splits for transport (RFC 2045 6.7).
 */
export const mailText = (...paragraphs: readonly string[]): string => `${paragraphs.join('\n\n')}\n`;
