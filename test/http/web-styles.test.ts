import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';

const ASSETS = new URL('../../server/web/assets/', import.meta.url);
const MANTINE = pathToFileURL(join(import.meta.dirname, '../../web/node_modules', '@mantine', 'core', '/'));
const PAGES = join(import.meta.dirname, '../../web/src');
const LIST = new URL('../../web/src/design/mantine.css', import.meta.url);

/** Returns Mantine's class names, which are fixed and occur in the scripts of all used components. */
const classesIn = (text: string): Set<string> => new Set(text.match(/\bm_[0-9a-f]{6,8}\b/g));

async function builtFiles(extension: string): Promise<string> {
  const names = (await readdir(ASSETS)).filter((name) => name.endsWith(extension));
  return (await Promise.all(names.map((name) => readFile(new URL(name, ASSETS), 'utf8')))).join('\n');
}

async function pageSources(): Promise<string> {
  const names = globSync('**/*.{ts,tsx}', { cwd: PAGES });
  return (await Promise.all(names.map((name) => readFile(join(PAGES, name), 'utf8')))).join('\n');
}

describe('style sheets of the web pages', () => {
  it('contains the styles of every Mantine component that the pages use', async () => {
    const styled = classesIn(await readFile(new URL('styles.layer.css', MANTINE), 'utf8'));
    const built = classesIn(await builtFiles('.css'));
    const used = [...classesIn(await builtFiles('.js'))].filter((name) => styled.has(name));
    assert.ok(used.length > 100);
    assert.deepEqual(
      used.filter((name) => !built.has(name)),
      [],
    );
  });

  it('contains no styles of unused Mantine components', async () => {
    const used = classesIn(await builtFiles('.js'));
    const list = await readFile(LIST, 'utf8');
    for (const [, name = ''] of list.matchAll(/@import "@mantine\/core\/(.*)";/g)) {
      const own = classesIn(await readFile(new URL(name, MANTINE), 'utf8'));
      assert.ok(own.size === 0 || [...own].some((each) => used.has(each)), name);
    }
  });

  it('keeps the order of Mantine, in which later styles override earlier ones', async () => {
    const whole = await readFile(new URL('styles.layer.css', MANTINE), 'utf8');
    const list = await readFile(LIST, 'utf8');
    const places: number[] = [];
    for (const [, name = ''] of list.matchAll(/@import "@mantine\/core\/(.*)";/g)) {
      const [first] = classesIn(await readFile(new URL(name, MANTINE), 'utf8'));
      const place = whole.indexOf(`.${first}`);
      if (place >= 0) places.push(place);
    }
    assert.deepEqual(
      places,
      places.toSorted((one, other) => one - other),
    );
  });

  it('defines every Mantine color that a style or a component names', async () => {
    const styles = await builtFiles('.css');
    const all = await readFile(new URL('styles/default-css-variables.layer.css', MANTINE), 'utf8');
    const palettes = new Set([...all.matchAll(/--mantine-color-([a-z]+)-6:/g)].map(([, name]) => name));
    assert.ok(palettes.has('grape'));
    const inStyles = [...styles.matchAll(/var\(--mantine-color-([a-z]+)-/g)].map(([, name]) => name);
    const inPages = [...(await pageSources()).matchAll(/["'`]([a-z]+)(?:\.\d)?["'`]/g)].map(
      ([, name]) => name,
    );
    const used = new Set([...inStyles, ...inPages].filter((name) => palettes.has(name)));
    assert.ok(used.has('gray') && used.has('red'));
    assert.deepEqual(
      [...used].filter((name) => !styles.includes(`--mantine-color-${name}-6:`)),
      [],
    );
  });

  it('uses no breakpoint as a variable and no outlined variant, because the sheets define none', async () => {
    for (const text of [await builtFiles('.css'), await builtFiles('.js')]) {
      assert.doesNotMatch(text, /--mantine-breakpoint/);
    }
    assert.doesNotMatch(await builtFiles('.css'), /--mantine-color-[a-z]+-outline/);
    assert.doesNotMatch(await pageSources(), /variant(?:=|: )["']outline["']/);
  });

  it('needs at most 46 KB of styles for the first view of Home and 155 KB for the portal', async () => {
    const size = async (page: string): Promise<number> => {
      const html = await readFile(new URL(`../${page}.html`, ASSETS), 'utf8');
      const names = [...html.matchAll(/href="\/web\/assets\/([^"]+\.css)"/g)];
      const sheets = await Promise.all(names.map(([, name = '']) => readFile(new URL(name, ASSETS))));
      assert.ok(sheets.length > 1);
      return Buffer.concat(sheets).length / 1_000;
    };
    const [home, portal] = [await size('home'), await size('portal')];
    assert.ok(home <= 46, `Home: ${home} KB`);
    assert.ok(portal <= 155, `portal: ${portal} KB`);
  });
});
