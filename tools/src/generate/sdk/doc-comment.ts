const WIDTH = 110;

/** Returns a doc comment, wrapped and indented; empty when there is no text. Each text is a paragraph. */
export function docComment(paragraphs: readonly (string | undefined)[], indent: string): string {
  const texts = paragraphs.filter((text) => text !== undefined && text !== '').map((text) => `${text}`);
  const safe = texts.map((text) => text.replaceAll('*/', '*\\/').replaceAll('\n', ' '));
  const [first] = safe;
  if (first === undefined) return '';
  const line = `${indent}/** ${first} */`;
  if (safe.length === 1 && line.length <= WIDTH) return `${line}\n`;
  const width = WIDTH - indent.length - 3;
  const lines = safe.flatMap((text, index) => {
    const isTag = text.startsWith('@') && safe[index - 1]?.startsWith('@') === true;
    return [...(index > 0 && !isTag ? [''] : []), ...wrap(text, width)];
  });
  const body = lines.map((each) => `${indent} *${each === '' ? '' : ` ${each}`}\n`).join('');
  return `${indent}/**\n${body}${indent} */\n`;
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
