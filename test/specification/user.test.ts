import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forEachEngine } from '@azulejo/server/testing';
import { newApplication, newPerson } from '../support/people.ts';
import { startPlatform } from '../support/platform.ts';

describe('spec 4.6: the user record', () => {
  forEachEngine((_engine, _open, newPlace) => {
    it('shows a user to itself by me, self and id', async () => {
      await using platform = await startPlatform({ place: await newPlace() });
      const application = await newApplication(platform);
      const person = await newPerson(platform, application);
      for (const segment of ['me', 'self', person.id]) {
        const response = await platform.request(`/v3/users/${segment}`, { token: person.token });
        assert.equal(response.status, 200);
        const body = (await response.json()) as Record<string, unknown>;
        assert.equal(body['id'], person.id);
      }
    });
  });
});
