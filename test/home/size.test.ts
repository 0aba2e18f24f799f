import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { brotliCompressSync } from 'node:zlib';

const web = process.env['AZULEJO_TEST_WEB'] ?? join(import.meta.dirname, '../../server/web');

/** Returns the scripts that a page needs before its first paint: those named, with their static imports. */
function scriptsOf(page: string): ReadonlySet<string> {
  const html = readFileSync(join(web, page), 'utf8');
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    const code = readFileSync(join(web, 'assets', name), 'utf8');
    // Dynamic imports, `import(…)`, are left out.
    for (const [, next = ''] of code.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)) visit(next);
  };
  for (const [, name = ''] of html.matchAll(/(?:src|href)="\/web\/assets\/([^"]+\.js)"/g)) visit(name);
  return found;
}

/** Returns the kilobytes of the compressed scripts of a page, among which React must be. */
function kilobytesOf(page: string): { kilobytes: number; files: number } {
  const scripts = [...scriptsOf(page)].map((name) => readFileSync(join(web, 'assets', name)));
  assert.ok(
    scripts.some((code) => code.includes('Minified React error')),
    'React is among what was found',
  );
  const bytes = scripts.reduce((sum, code) => sum + brotliCompressSync(code).length, 0);
  return { kilobytes: bytes / 1_024, files: scripts.length };
}

for (const [name, page, limit] of [
  ['the first view of Home', 'home.html', 161],
  ['the public page of a device', 'model.html', 90],
] as const)
  it(`${name} needs at most ${limit} KB of compressed scripts`, (test) => {
    const { kilobytes, files } = kilobytesOf(page);
    test.diagnostic(`${kilobytes.toFixed(1)} KB in ${files} files`);
    assert.ok(kilobytes <= limit, `${kilobytes.toFixed(1)} KB`);
  });
