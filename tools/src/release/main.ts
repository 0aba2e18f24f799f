/**
 * Makes a release: `npm run release -- VERSION [--dry-run] [--to FOLDER]`.
 *
 * 1. Checks that everything is committed on main and that the version is a later one.
 * 2. In a clone: writes the version, the changelog's section, generated files and the fixture for later upgrades.
 * 3. Commits and tags there, packs `azulejo` and `@azulejo/sdk`, checks both, and asks npm what it would publish.
 * 4. Takes commit and tag into the checkout, unless it is a dry run.
 *
 * It prints the commands with which the maintainer publishes. A release that fails changes nothing here.
 */
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { answerHelp } from '../help.ts';
import { root } from '../root.ts';
import { packAndCheck } from './packages.ts';
import { run } from './run.ts';
import { isLater, releaseNotes, withVersion } from './texts.ts';
import { workingCopy } from './working-copy.ts';

const USAGE = 'npm run release -- VERSION [--dry-run] [--to FOLDER]';

answerHelp(`
Usage: ${USAGE}

Makes a release: checks, versions, tags and packs. It prints the commands that publish it.

  --dry-run     change nothing in this checkout
  --to FOLDER   where to write the packages
`);

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Returns the present version. Throws when a release cannot be made from this state. */
function check(version: string): string {
  const { version: present } = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8'));
  if (!isLater(version, present))
    throw new Error(`"${version}" is not a version such as 1.2.3 after ${present}: ${USAGE}`);
  const branch = run(root, 'git', 'branch', '--show-current');
  if (branch !== 'main') throw new Error(`Releases are made from main; this is ${branch || 'no branch'}.`);
  if (run(root, 'git', 'status', '--porcelain') !== '')
    throw new Error('Commit or remove all changes first.');
  if (run(root, 'git', 'tag', '--list', `v${version}`) !== '') throw new Error(`v${version} exists already.`);
  return present;
}

const change = (file: string, edit: (text: string) => string): void =>
  writeFileSync(file, edit(readFileSync(file, 'utf8')));

/** Returns the subjects of the commits since the last release. */
function subjectsSinceLastTag(): string[] {
  const last = run(root, 'git', 'tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-v:refname').split(
    '\n',
  )[0];
  const log = run(root, 'git', 'log', '--no-merges', '--format=%s', last ? `${last}..HEAD` : 'HEAD');
  return log.split('\n').filter((subject) => subject !== '');
}

/** Writes everything that names the version. Returns the notes of the release. */
function writeVersion(folder: string, present: string, version: string): string {
  for (const name of ['package-lock.json', ...globSync('*/package.json', { cwd: folder })])
    change(join(folder, name), (text) => withVersion(text, present, version));
  const day = new Date().toISOString().slice(0, 10);
  let notes = '';
  change(join(folder, 'CHANGELOG.md'), (text) => {
    const written = releaseNotes(text, { version, day, subjects: subjectsSinceLastTag() });
    notes = written.notes;
    return written.changelog;
  });
  const start = (...command: string[]) => run(folder, process.execPath, 'server/start.cjs', ...command);
  start('tools/src/generate.ts');
  start('test/releases/make-fixture.ts');
  return notes;
}

async function release(version: string, isDry: boolean, given?: string): Promise<void> {
  const present = check(version);
  const temporary = mkdtempSync(join(tmpdir(), 'azulejo-release-'));
  try {
    const folder = join(temporary, 'checkout');
    workingCopy(root, folder);
    say(`Releasing ${version} after ${present}:\n\n${writeVersion(folder, present, version)}\n`);
    run(folder, 'git', 'add', '--all');
    run(folder, 'git', 'commit', '--quiet', '--message', `release: ${version}`);
    run(folder, 'git', 'tag', '--annotate', `v${version}`, '--message', `Azulejo ${version}`);
    const to = resolve(given ?? (isDry ? temporary : root));
    mkdirSync(to, { recursive: true });
    const { tarballs, warnings } = await packAndCheck(folder, to);
    say(`Packed, checked, and accepted by npm publish --dry-run:\n${lines(tarballs)}`);
    if (warnings.length > 0) say(`Warnings:\n${lines(warnings)}`);
    if (isDry) {
      say('This was a dry run: there is no commit and no tag.');
      return;
    }
    run(
      root,
      'git',
      'fetch',
      '--quiet',
      folder,
      'refs/heads/main',
      `refs/tags/v${version}:refs/tags/v${version}`,
    );
    run(root, 'git', 'merge', '--quiet', '--ff-only', `v${version}`);
    const publish = tarballs.map((tarball) => `npm publish ${tarball}`);
    say(`Committed and tagged v${version}. To publish:\n${lines(['git push --follow-tags', ...publish])}`);
  } finally {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
  }
}

const lines = (texts: readonly string[]): string => texts.map((text) => `  ${text}`).join('\n');

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false }, to: { type: 'string' } },
  });
  if (positionals.length > 1) throw new Error(`Give one version: ${USAGE}`);
  await release(positionals[0] ?? '', values['dry-run'], values.to);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
