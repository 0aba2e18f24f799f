import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Marked } from 'marked';
import { gfmHeadingId } from 'marked-gfm-heading-id';
import { root } from './root.ts';

const FOLDER = join(root, 'server/web/guides');
/** The pages of `docs` that people read beside the guides, which link to them. */
const REFERENCE = [
  'automations',
  'errors',
  'glossary',
  'metrics',
  'operate',
  'scale',
  'settings',
  'templates',
  'upgrade',
];

/** Renders the guides and the pages that they refer to, which the server shows below `/docs/guides`. */
export function writeGuides(): void {
  const guides = globSync('docs/guides/*.md', { cwd: root }).toSorted();
  const sections = [
    { title: 'Guides', files: guides },
    { title: 'Reference', files: REFERENCE.map((name) => `docs/${name}.md`) },
  ];
  const served = sections.flatMap(({ files }) => files);
  if (new Set(served.map(nameOf)).size < served.length)
    throw new Error('Two pages of docs have the same name.');
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const index = sections.map(({ title, files }) => ({
    title,
    pages: files.map((file) => {
      const markdown = readFileSync(join(root, file), 'utf8');
      writeFileSync(join(FOLDER, `${nameOf(file)}.html`), render(markdown, file, served));
      return { name: nameOf(file), title: titleOf(markdown, file) };
    }),
  }));
  writeFileSync(join(FOLDER, 'index.json'), JSON.stringify(index));
}

const nameOf = (file: string): string => basename(file, '.md');

function titleOf(markdown: string, file: string): string {
  const [, title] = /^# (.+)$/m.exec(markdown) ?? [];
  if (title === undefined) throw new Error(`${file} has no heading.`);
  return title.replaceAll('`', '');
}

function render(markdown: string, file: string, served: readonly string[]): string {
  const marked = new Marked(gfmHeadingId());
  marked.use({
    async: false,
    renderer: {
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        if (/^(https?:|#)/.test(href)) return `<a href="${href}">${text}</a>`;
        const { pathname, hash } = new URL(href, `file:///${file}`);
        const target = pathname.slice(1);
        // Other files are only in the sources.
        const path = `<code>${target}</code>`;
        if (!served.includes(target)) return text === path ? path : `${text} (${path})`;
        return `<a href="/docs/guides/${nameOf(target)}${hash}">${text}</a>`;
      },
    },
  });
  return marked.parse(markdown) as string;
}
