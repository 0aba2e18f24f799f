/** A piece of markup. Everything else that is put into a page is text and is escaped. */
export type Html = { readonly html: string };

type Part = Html | string | readonly Part[];

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '');

function render(part: Part): string {
  if (typeof part === 'string') return escaped(part);
  return 'html' in part ? part.html : part.map(render).join('');
}

/** Renders a template of markup and escapes its text values. Attributes must be in double quotes. */
export function html(markup: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: String.raw({ raw: markup }, ...parts.map(render)) };
}

/** Returns trusted markup without escaping. */
export const verbatim = (text: string): Html => ({ html: text });

/** Renders a line of prose: text in backquotes becomes code, text in asterisks emphasis. */
export function prose(text: string): Html {
  const pieces = text.split(/(`[^`]*`|\*[^*]*\*)/).map((piece): Part => {
    if (piece.startsWith('`')) return html`<code>${piece.slice(1, -1)}</code>`;
    return piece.startsWith('*') ? html`<em>${piece.slice(1, -1)}</em>` : piece;
  });
  return html`${pieces}`;
}

/** Renders paragraphs separated by empty lines. A block whose lines all begin with numbers becomes a list. */
export function paragraphs(text: string): Html {
  const blocks = text.split('\n\n').map((block) => {
    const lines = block.split('\n');
    if (!lines.every((line) => /^\d+\. /.test(line))) return html`<p>${prose(block)}</p>`;
    return html`<ol>${lines.map((line) => html`<li>${prose(line.replace(/^\d+\. /, ''))}</li>`)}</ol>`;
  });
  return html`${blocks}`;
}
