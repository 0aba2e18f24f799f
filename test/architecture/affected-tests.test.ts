import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listAffected } from '../support/affected-tests.ts';
import { listPart } from '../support/test-files.ts';

// Here because it needs all sources, which the tests of the architecture parse anyway.
describe('listAffected', () => {
  it('lists the tests that import a changed file, directly or through others', async () => {
    assert.deepEqual(await listAffected(['test/support/small-disk.ts'], 'all'), [
      'test/abuse/full-disk.long-test.ts',
    ]);
    const ofUnits = await listAffected(['units/src/convert.ts'], 'all');
    assert.ok(ofUnits.some((path) => path.startsWith('units/src/')));
    assert.ok(ofUnits.includes('sdk/src/rendering/render-tile.test.ts'), 'the SDK converts units');
    assert.ok(!ofUnits.includes('tools/src/check/step.test.ts'));
  });

  it('lists the tests that start the changed server as a process', async () => {
    const affected = await listAffected(['server/src/process/welcome.ts'], 'all');
    assert.ok(affected.includes('test/process/second-server.long-test.ts'));
  });

  it('lists the browser tests when a page changed, and not the others', async () => {
    const affected = await listAffected(['web/src/home/data/session/session.ts'], 'all');
    assert.ok(affected.includes('test/home/tiles.long-test.ts'));
    assert.ok(!affected.includes('test/connections/mqtt/live-values.test.ts'));
  });

  it('lists no short test when the start of the browser changed, because only long tests have one', async () => {
    assert.deepEqual(await listAffected(['test/support/browser.ts'], 'short'), []);
  });

  it('lists the component tests that load a changed module of a page', async () => {
    const affected = await listAffected(['web/src/design/states.tsx'], 'short');
    assert.ok(affected.includes('web/src/design/states.test.tsx'));
    assert.ok(!affected.includes('web/src/design/when.test.tsx'));
  });

  it('lists only a changed component test, which no page loads', async () => {
    const path = 'web/src/design/states.test.tsx';
    assert.deepEqual(await listAffected([path], 'all'), [path]);
  });

  it('lists the tests that name a changed document', async () => {
    const affected = await listAffected(['README.md'], 'short');
    assert.ok(affected.includes('test/packaging/readmes.test.ts'));
  });

  it('lists all tests when the dependencies changed', async () => {
    assert.deepEqual(await listAffected(['package-lock.json'], 'short'), listPart('short'));
  });
});
