/** A commit's subject, such as `web: show cached tiles while reconnecting`. */
type Subject = string;

const FORM = /^(\d+)\.(\d+)\.(\d+)$/;
const UNRELEASED = '## [Unreleased]\n';
const MAX_SUBJECTS = 200;

/** Returns whether a version `1.2.3` comes after another. */
export function isLater(version: string, present: string): boolean {
  const [next, last] = [FORM.exec(version), FORM.exec(present)].map((found) => found?.slice(1).map(Number));
  if (!next || !last) return false;
  const index = next.findIndex((part, at) => part !== last[at]);
  return index !== -1 && (next[index] ?? 0) > (last[index] ?? 0);
}

/**
 * Returns a package.json or package-lock.json with every workspace, and every dependency on one, at another
 * version. It changes the text, so that the format of the file stays.
 */
export function withVersion(text: string, present: string, version: string): string {
  const quoted = `"${present.replaceAll('.', '\\.')}"`;
  return text
    .replace(new RegExp(`("name": "@azulejo/[\\w-]+",\\s+"version": )${quoted}`, 'g'), `$1"${version}"`)
    .replace(new RegExp(`("@azulejo/[\\w-]+": )${quoted}`, 'g'), `$1"${version}"`);
}

/**
 * Returns the changelog with what is unreleased under a version, and that section. Without notes the section
 * lists the commits. Throws when there are none either.
 */
export function releaseNotes(
  changelog: string,
  { version, day, subjects }: { version: string; day: string; subjects: readonly Subject[] },
): { changelog: string; notes: string } {
  const at = changelog.indexOf(UNRELEASED);
  if (at === -1) throw new Error('CHANGELOG.md has no section [Unreleased].');
  const intro = changelog.slice(0, at).replace(' There is no release yet.', '');
  const rest = changelog.slice(at + UNRELEASED.length);
  const next = rest.search(/^## /m);
  const earlier = next === -1 ? '' : rest.slice(next);
  const written = (next === -1 ? rest : rest.slice(0, next)).trim();
  const notes = written === '' ? listOfCommits(subjects) : written;
  const heading = `## [${version}] - ${day}`;
  const sections = [`${UNRELEASED}\n${heading}\n\n${notes}\n`, earlier].filter((each) => each !== '');
  return { changelog: `${intro}${sections.join('\n')}`, notes };
}

function listOfCommits(subjects: readonly Subject[]): string {
  const listed = subjects.filter((subject) => !subject.startsWith('release: '));
  if (listed.length === 0) throw new Error('There is nothing to release: no notes and no commits.');
  const lines = listed.slice(0, MAX_SUBJECTS).map((subject) => `- ${subject}`);
  if (listed.length > MAX_SUBJECTS) lines.push(`- and ${listed.length - MAX_SUBJECTS} more commits`);
  return `### Changed\n${lines.join('\n')}`;
}

type Manifest = Readonly<Record<string, unknown>> & {
  readonly name: string;
  readonly publishConfig?: { readonly access?: string; readonly provenance?: boolean };
};

/** Fields that a page on npm shows and that every package of ours has. */
const REQUIRED = ['name', 'version', 'description', 'keywords', 'license', 'author', 'engines'];

/** Returns what a published package.json must have and lacks, and what it should have and lacks. */
export function manifestProblems(manifest: Manifest): { errors: string[]; warnings: string[] } {
  const { name, publishConfig } = manifest;
  const lacks = (field: string) => manifest[field] === undefined;
  const errors = REQUIRED.filter(lacks).map((field) => `${name} has no "${field}".`);
  if (publishConfig?.access !== 'public') errors.push(`${name} has no "publishConfig.access": "public".`);
  if (publishConfig?.provenance !== true) errors.push(`${name} has no "publishConfig.provenance": true.`);
  const warnings = ['homepage', 'bugs'].filter(lacks).map((field) => `${name} has no "${field}".`);
  if (lacks('repository'))
    warnings.push(
      `${name} has no "repository": the project has no public address yet. npm refuses provenance without it.`,
    );
  return { errors, warnings };
}
