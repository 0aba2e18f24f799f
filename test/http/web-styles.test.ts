import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';

const ASSETS = new URL('../../server/web/assets/', import.meta.url);
const MANTINE = pathToFileURL(join(import.meta.dirname, '../../web/node_modules', '@mantine', 'core', '/'));
const LIST = new URL('../../web/src/design/mantine.css', import.meta.url);

/** Mantine's classes have fixed names, which are in the scripts of the components that are used. */
const classesIn = (text: string): Set<string> => new Set(text.match(/\bm_[0-9a-f]{6,8}\b/g));

async function builtFiles(extension: string): Promise<string> {
  const names = (await readdir(ASSETS)).filter((name) => name.endsWith(extension));
  return (await Promise.all(names.map((name) => readFile(new URL(name, ASSETS), 'utf8')))).join('\n');
}

describe('the style sheets of the web pages', () => {
  it('have the styles of every Mantine component that the pages use', async () => {
    const styled = classesIn(await readFile(new URL('styles.layer.css', MANTINE), 'utf8'));
    const built = classesIn(await builtFiles('.css'));
    const used = [...classesIn(await builtFiles('.js'))].filter((name) => styled.has(name));
    assert.ok(used.length > 100);
    assert.deepEqual(
      used.filter((name) => !built.has(name)),
      [],
    );
  });

  it('have no styles of other Mantine components', async () => {
    const used = classesIn(await builtFiles('.js'));
    const list = await readFile(LIST, 'utf8');
    for (const [, name = ''] of list.matchAll(/@import "@mantine\/core\/(.*)";/g)) {
      const own = classesIn(await readFile(new URL(name, MANTINE), 'utf8'));
      assert.ok(own.size === 0 || [...own].some((each) => used.has(each)), name);
    }
  });

  it('keep the order of Mantine, in which later styles override earlier ones', async () => {
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
});
