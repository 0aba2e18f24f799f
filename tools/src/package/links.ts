import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A link to a file, without an image's exclamation mark. */
const LINK = /(?<!!)\[([^\]]+)\]\((?!\w+:|#|\/)([^)#\s]+)(#[^)]*)?\)/g;

/** Keeps the text of links to what a package does not contain, such as the sources. */
export function unlinkMissing(folder: string): void {
  for (const page of globSync('{*.md,docs/**/*.md}', { cwd: folder })) {
    const path = join(folder, page);
    const text = readFileSync(path, 'utf8').replaceAll(LINK, (link, words: string, target: string) =>
      existsSync(join(dirname(path), target)) ? link : words,
    );
    writeFileSync(path, text);
  }
}
