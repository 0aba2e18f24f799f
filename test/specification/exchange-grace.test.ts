import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TokenRecord } from '@azulejo/contract';
import { forms, ok, refused } from '../support/auth-calls.ts';
import { onEachEngineInFull } from '../support/scene.ts';
import { newSession, refresh, sessionScene, signInIdOf, useAccess } from '../support/sessions.ts';

/** Returns the members that stay the same when a successor is returned again; `expires_in` counts down. */
const issued = ({ expires_in, ...record }: TokenRecord) => record;

onEachEngineInFull('decision 0005: repeating a refresh whose response was lost', sessionScene, (scene) => {
  it('returns the same successor repeatedly, in each form', async () => {
    const first = await newSession(scene());
    const successor = await ok<TokenRecord>(refresh(scene().platform, first));
    for (const form of [...forms, ...forms])
      assert.deepEqual(await ok<TokenRecord>(refresh(scene().platform, first, {}, form)), successor);
    assert.equal(await generationOf(first), 1);
  });

  it('returns the same successor days later while it is unused', async () => {
    const { platform } = scene();
    const first = await newSession(scene());
    const successor = await ok<TokenRecord>(refresh(platform, first));
    for (const days of [1, 3, 20]) {
      platform.clock.advance({ days });
      const again = await ok<TokenRecord>(refresh(platform, first));
      assert.deepEqual(issued(again), issued(successor));
      assert.ok(again.expires_in < successor.expires_in && again.expires_in >= 0);
    }
    const next = await ok<TokenRecord>(refresh(platform, successor));
    await ok(useAccess(platform, next));
  });

  it('ends the sign-in when a refresh is repeated after 30 days', async () => {
    const { platform } = scene();
    const first = await newSession(scene());
    const successor = await ok<TokenRecord>(refresh(platform, first));
    platform.clock.advance({ days: 31 });
    await refused(refresh(platform, first), 'invalid_refresh_token');
    await refused(refresh(platform, successor), 'invalid_refresh_token');
  });

  it('keeps the grace while only the previous access token is used', async () => {
    const { platform } = scene();
    const first = await newSession(scene());
    const successor = await ok<TokenRecord>(refresh(platform, first));
    await ok(useAccess(platform, first));
    platform.clock.advance({ days: 2 });
    await ok(useAccess(platform, first));
    assert.equal((await ok<TokenRecord>(refresh(platform, first))).id, successor.id);
  });

  it('returns one successor to twenty parallel refreshes, and creates one generation', async () => {
    const first = await newSession(scene());
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        refresh(scene().platform, first, {}, forms[index % forms.length]).then((response) =>
          ok<TokenRecord>(response),
        ),
      ),
    );
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
    assert.equal(await generationOf(first), 1);
    const { id } = answers[0] ?? first;
    const { db } = scene();
    const stored = await db.read
      .selectFrom('access_tokens')
      .select('id')
      .where('sign_in_id', '=', signInIdOf(first))
      .orderBy('generation')
      .execute();
    assert.deepEqual(
      stored.map((row) => row.id),
      [first.id, id],
    );
  });

  it('returns one successor to parallel repetitions', async () => {
    const first = await newSession(scene());
    const successor = await ok<TokenRecord>(refresh(scene().platform, first));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        refresh(scene().platform, first).then((response) => ok<TokenRecord>(response)),
      ),
    );
    for (const answer of answers) assert.deepEqual(answer, successor);
  });

  describe('after the successor was used', () => {
    /**
     * Seconds from rotation to first use, seconds from rotation to repetition, and whether it is answered.
     */
    const cases: readonly (readonly [used: number, repeated: number, isAnswered: boolean])[] = [
      [0, 0, true],
      [0, 119, true],
      [0, 120, false],
      [10, 119, true],
      [10, 121, false],
      [100, 129, true],
      [100, 130, false],
      [3600, 3629, true],
      [3600, 3630, false],
      [864_000, 864_029, true],
      [864_000, 864_031, false],
    ];
    for (const [used, repeated, isAnswered] of cases) {
      const outcome = isAnswered ? 'is answered' : 'counts as reuse';
      it(`a repeated refresh ${outcome} ${repeated} s after rotation, with first use after ${used} s`, async () => {
        const { platform } = scene();
        const first = await newSession(scene());
        const successor = await ok<TokenRecord>(refresh(platform, first));
        platform.clock.advance({ seconds: used });
        await ok(useAccess(platform, successor));
        platform.clock.advance({ seconds: repeated - used });
        await ok(useAccess(platform, successor));
        const response = refresh(platform, first);
        if (isAnswered) {
          assert.deepEqual(issued(await ok<TokenRecord>(response)), issued(successor));
          await ok(useAccess(platform, successor));
        } else {
          await refused(response, 'invalid_refresh_token');
          await refused(useAccess(platform, successor), 'revoked_token');
        }
      });
    }
  });

  it('returns the successor to parallel repetitions that race with its first use', async () => {
    const { platform } = scene();
    const first = await newSession(scene());
    const successor = await ok<TokenRecord>(refresh(platform, first));
    const mixed = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? refresh(platform, first) : useAccess(platform, successor),
    );
    for (const response of await Promise.all(mixed)) assert.equal(response.status, 200);
    assert.equal(await generationOf(first), 1);
  });

  async function generationOf(record: TokenRecord): Promise<number> {
    const { generation } = await scene()
      .db.read.selectFrom('sign_ins')
      .select('generation')
      .where('id', '=', signInIdOf(record))
      .executeTakeFirstOrThrow();
    return generation;
  }
});
