import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine } from '@azulejo/storage/testing';
import { placeBeside } from '../../support/other-server.ts';
import { startPlatform } from '../../support/platform.ts';
import { templateOf } from '../../support/template.ts';

forEachEngine(
  (engine, _open, newPlace) => {
    it('gives a lease to one of two servers of a database, and to the other one when it stops', async () => {
      const place = await newPlace({ template: templateOf(engine) });
      const first = await startPlatform({ place });
      await using _first = first;
      await using second = await startPlatform(await placeBeside(place));
      const lease = 'job:back up accounts';
      await first.server.features.leases.want([lease]);
      await second.server.features.leases.want([lease]);
      const holders = () => [first, second].map(({ server }) => server.features.leases.holds(lease));
      assert.deepEqual(holders(), [true, false]);
      await first[Symbol.asyncDispose]();
      await second.server.features.leases.want([lease]);
      assert.equal(holders()[1], true);
    });
  },
  ['postgres'],
);
