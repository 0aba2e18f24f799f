import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { it } from 'node:test';

const root = join(import.meta.dirname, '../..');

/** The pages that are cited by a name and a section, as in `android-app 2.4` or `spec 4.2, 4.4`. */
const CITED: Readonly<Record<string, string>> = {
  spec: 'docs/platform-api.md',
  'android-app': 'docs/clients/android-app.md',
  'ios-app': 'docs/clients/ios-app.md',
  'manager-sdk': 'docs/clients/manager-sdk.md',
  managers: 'docs/clients/managers.md',
};
const SECTION = String.raw`\d+(?:\.\d+)*(?![\d%])`;
const CITATION = new RegExp(
  String.raw`(?<![\w/-])(${Object.keys(CITED).join('|')}) (${SECTION}(?:, ${SECTION})*)`,
  'g',
);

const textFiles = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.md', '*.css', '*.cjs'], { cwd: root })
  .toString()
  .trim()
  .split('\n')
  .map((path) => ({ path, text: withoutLineBreaks(readFileSync(join(root, path), 'utf8')) }));

/** Joins the lines of a comment, so that a citation may continue on the next line. */
function withoutLineBreaks(text: string): string {
  return text.replaceAll(/[ \t]*\n[ \t]*(?:(?:\*|\/\/) )?/g, ' ');
}

/** Returns the numbers of a page's headings, and of the items of the list in each section. */
function sectionsOf(page: string): ReadonlySet<string> {
  const found = new Set<string>();
  let section = '';
  for (const line of readFileSync(join(root, page), 'utf8').split('\n')) {
    const heading = /^#{2,4} (\d+(?:\.\d+)*)/.exec(line)?.[1];
    const item = /^(\d+)\. /.exec(line)?.[1];
    section = heading ?? section;
    if (heading !== undefined) found.add(heading);
    if (item !== undefined) found.add(`${section}.${item}`);
  }
  return found;
}

function missingSections(texts: readonly { path: string; text: string }[]): string[] {
  const sections = Object.fromEntries(Object.entries(CITED).map(([name, page]) => [name, sectionsOf(page)]));
  return texts.flatMap(({ path, text }) =>
    [...text.matchAll(CITATION)].flatMap(([, name = '', numbers = '']) =>
      numbers
        .split(', ')
        .filter((number) => !sections[name]?.has(number))
        .map((number) => `${path}: ${name} ${number}`),
    ),
  );
}

it('cites only sections of the specification and of the client notes that exist', () => {
  assert.deepEqual(missingSections(textFiles), []);
});

it('refers only to sections of its own page in each client note', () => {
  const faults = Object.values(CITED).flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/\bsections? (\d+(?:\.\d+)*)/g)]
      .filter(([, number = '']) => !sectionsOf(page).has(number))
      .map(([reference]) => `${page}: ${reference}`),
  );
  assert.deepEqual(faults, []);
});

it('finds a citation of a section that does not exist', () => {
  const page = 'android-app';
  const text = withoutLineBreaks(` * Answers once (${page}\n * 2.4, 99.1).`);
  assert.deepEqual(missingSections([{ path: 'a.ts', text }]), [`a.ts: ${page} 99.1`]);
});

it('refers only to decisions that exist', () => {
  const numbers = new Set(
    readdirSync(join(root, 'docs/decisions')).flatMap((name) => /^(\d{4})-/.exec(name)?.[1] ?? []),
  );
  const faults = textFiles.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:decisions? |decisions\/)(\d{4})\b/gi)]
      .filter(([, number = '']) => !numbers.has(number))
      .map(([reference]) => `${path}: ${reference}`),
  );
  assert.deepEqual(faults, []);
});

it('links from its pages only to files that exist', () => {
  const faults = textFiles
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!\w+:|#|\/)([\w./-]+)/g)]
        .filter(([, target = '']) => !existsSync(join(root, dirname(path), target)))
        .map(([, target]) => `${path}: ${target}`),
    );
  assert.deepEqual(faults, []);
});
