export type TextStyle = { size: number; color: string; weight?: 400 | 500 | 600 };

/**
 * Returns a line of text; `x` and `y` are its baseline's start. `tail` is markup that
 * follows on the same line.
 */
export function svgText(x: number, y: number, text: string, style: TextStyle, tail = ''): string {
  const { size, color, weight = 400 } = style;
  const attributes = `x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${color}"`;
  return `<text ${attributes}>${escapeXml(text)}${tail}</text>`;
}

/** Returns the text, truncated with an ellipsis if it has more than that many characters. */
export function fitted(text: string, characters: number): string {
  const all = [...text];
  return all.length <= characters
    ? text
    : `${all
        .slice(0, Math.max(0, characters - 1))
        .join('')
        .trimEnd()}…`;
}

/**
 * Escapes text for XML. Removes control characters and lone surrogates, which XML 1.0
 * does not allow even escaped.
 */
export function escapeXml(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML refuses
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
}
