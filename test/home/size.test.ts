import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { brotliCompressSync } from 'node:zlib';

const web = process.env['AZULEJO_TEST_WEB'] ?? join(import.meta.dirname, '../../server/web');
const LIMIT_KB = 160;

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

it('the first view of Home needs at most 160 KB of compressed scripts', (test) => {
  const scripts = [...scriptsOf('home.html')];
  const all = scripts.map((name) => readFileSync(join(web, 'assets', name)));
  const react = all.some((code) => code.includes('Minified React error'));
  assert.ok(react, 'React is among what was found');
  const sent = all.map((code) => brotliCompressSync(code).length);
  const kilobytes = sent.reduce((sum, size) => sum + size, 0) / 1_024;
  test.diagnostic(`${kilobytes.toFixed(1)} KB in ${scripts.length} files`);
  assert.ok(kilobytes <= LIMIT_KB, `${kilobytes.toFixed(1)} KB`);
});
