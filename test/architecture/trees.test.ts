import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { HOME_WINGS, WINGS_OF_FEATURES } from './rules.ts';

const root = join(import.meta.dirname, '../..');

/** Folders beside those of wings, by the tree that has them. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  // The documents are made from all operations; the portal's operations are an API of their own.
  'contract/src': ['documents', 'portal'],
  'contract/src/portal': [],
  'server/src/database/tables': [],
  // Suites that cross all wings.
  test: [
    'abuse',
    'apps',
    'architecture',
    'cli',
    'deploy',
    'durability',
    'fixtures',
    'http',
    'journeys',
    'languages',
    'packaging',
    'portal',
    'process',
    'programs',
    'releases',
    'scale',
    'screenshots',
    'security',
    'specification',
    'support',
  ],
  'test/portal': [],
  'web/src/home': ['testing'],
  // The door, components of all pages, and the page about everything.
  'web/src/portal': ['overview', 'session', 'testing', 'ui'],
};

async function namesOf(path: string, kind: 'folders' | 'files'): Promise<string[]> {
  const entries = await readdir(join(root, path), { withFileTypes: true });
  return entries
    .filter((each) => each.isDirectory() === (kind === 'folders') && !/^(dist|node_modules)$/.test(each.name))
    .map(({ name }) => name);
}

test('a wing has the same name in every tree', async () => {
  for (const [tree, others] of Object.entries(EXCEPTIONS)) {
    const wings = tree === 'web/src/home' ? HOME_WINGS : WINGS_OF_FEATURES;
    const folders = await namesOf(tree, 'folders');
    const unknown = folders.filter((name) => !wings.includes(name) && !others.includes(name));
    assert.deepEqual(unknown, [], `folders of ${tree}`);
    assert.deepEqual(
      others.filter((name) => !folders.includes(name)),
      [],
      `exceptions of ${tree} without a folder`,
    );
  }
});

test('a feature has the same path in the tables, the tests and the portal as in the server', async () => {
  for (const wing of WINGS_OF_FEATURES) {
    const features = await namesOf(`server/src/${wing}`, 'folders');
    const tables = await namesOf(`server/src/database/tables/${wing}`, 'files').catch(() => []);
    const suites = await namesOf(`test/${wing}`, 'folders').catch(() => []);
    const pages = await namesOf(`web/src/portal/${wing}`, 'folders').catch(() => []);
    const unknown = [...tables.map((name) => name.replace(/\.ts$/, '')), ...suites, ...pages].filter(
      (name) => !features.includes(name) && !TEST_TOPICS.includes(`${wing}/${name}`),
    );
    assert.deepEqual(unknown, [], wing);
  }
});

/** Folders of tests about several features of their wing. */
const TEST_TOPICS = ['automation/replay'];
