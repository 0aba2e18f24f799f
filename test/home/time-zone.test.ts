import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Automation, HomeTime } from '@azulejo/contract';
import { refused } from '../support/auth-calls.ts';
import { setUpPreferences } from '../support/preferences-scene.ts';
import { assertExact, readJson } from '../support/replies.ts';
import { onEachEngine } from '../support/scene.ts';

const SERVER = Intl.DateTimeFormat().resolvedOptions().timeZone;
const ponta = { latitude: 37.7412, longitude: -25.6756 };
const onlyPhone = { timezone: 'Europe/Lisbon', units: 'metric' };

onEachEngine('the time zone of a home', setUpPreferences, (scene) => {
  const newHome = async () => {
    const { newUser, send } = scene();
    const user = await newUser();
    const { id, token } = user;
    const read = async () => {
      const time = await readJson<HomeTime>(await send(token, 'GET', `/v3/users/${id}/home-time`));
      assertExact(HomeTime, time);
      return time;
    };
    const placeHome = async (change: object) =>
      readJson(await send(token, 'PATCH', `/v3/legacy/users/${id}/places/home`, change));
    return { ...user, read, placeHome };
  };

  it('uses the time zone of the server until the home has a place or a phone', async () => {
    const { read } = await newHome();
    const server = { timezone: SERVER, source: 'server' } as const;
    assert.deepEqual(await read(), { ...server, proposed: server });
  });

  it('uses the first time zone that a phone sent, and keeps it when the phone travels', async () => {
    for (const api of ['modern', 'legacy'] as const) {
      const { modern, legacy, read } = await newHome();
      const send = (timezone: string) =>
        api === 'modern' ? modern.post({ timezone }) : legacy.patch({ preferences: { timezone } });
      await send('Europe/Lisbon');
      await send('Asia/Tokyo');
      await modern.post({});
      const lisbon = { timezone: 'Europe/Lisbon', source: 'phone' } as const;
      assert.deepEqual(await read(), { ...lisbon, proposed: lisbon });
    }
  });

  it('prefers the time zone of the home’s place to that of a phone', async () => {
    const { modern, read, placeHome } = await newHome();
    await modern.patch(onlyPhone);
    await placeHome(ponta);
    const azores = { timezone: 'Atlantic/Azores', source: 'place' } as const;
    assert.deepEqual(await read(), { ...azores, proposed: azores });
    // Known apps send the origin of coordinates for an address that they did not find.
    await placeHome({ address: 'Nowhere 1', latitude: 0, longitude: 0 });
    assert.equal((await read()).source, 'phone');
  });

  it('keeps a chosen time zone when an app replaces the preferences', async () => {
    const { modern, legacy, read, placeHome } = await newHome();
    await modern.patch(onlyPhone);
    await placeHome(ponta);
    await modern.patch({ home_timezone: 'America/Sao_Paulo' });
    const proposed = { timezone: 'Atlantic/Azores', source: 'place' };
    const chosen = { timezone: 'America/Sao_Paulo', source: 'chosen', proposed };
    assert.deepEqual(await modern.post(onlyPhone), { ...onlyPhone, home_timezone: 'America/Sao_Paulo' });
    assert.equal('home_timezone' in (await legacy.preferences()), false);
    assert.deepEqual(await read(), chosen);
    await modern.patch({ home_timezone: null });
    assert.equal((await read()).source, 'place');
  });

  it('refuses a zone that does not exist, and stores nothing', async () => {
    const { token, modern, read } = await newHome();
    for (const home_timezone of ['Nowhere/City', '', '+02:00', 'Europe/Lisbon\n', 3, 'x'.repeat(65)]) {
      const body = { units: 'metric', home_timezone };
      const { errors } = await refused(scene().send(token, 'PATCH', modern.path, body), 'invalid_request');
      assert.ok(
        errors?.some(({ field }) => field === 'home_timezone'),
        String(home_timezone),
      );
    }
    assert.deepEqual(await modern.get(), {});
    assert.equal((await read()).source, 'server');
  });

  it('moves the next run of an automation when the zone or the place changes, and not for a phone', async () => {
    const { token, modern, placeHome } = await newHome();
    const path = '/v3/users/me/automations';
    const then = [{ kind: 'wait', wait: 'PT1S' }];
    await modern.patch({ home_timezone: 'Europe/Lisbon' });
    const definition = { label: 'Noon', when: [{ kind: 'time', time: { at: '12:00' } }], then };
    const created = await scene().send(token, 'POST', path, definition);
    const { id } = (await created.json()) as Automation;
    const hour = async () => {
      const { next = '' } = await readJson<Automation>(await scene().send(token, 'GET', `${path}/${id}`));
      return (Number(next.slice(11, 13)) + 24) % 24;
    };
    assert.ok([11, 12].includes(await hour()));
    await modern.patch({ home_timezone: 'Asia/Tokyo' });
    assert.equal(await hour(), 3);
    await modern.patch({ timezone: 'America/Sao_Paulo' });
    assert.equal(await hour(), 3);
    await modern.patch({ home_timezone: null });
    assert.equal(await hour(), 15);
    await placeHome({ latitude: 35.6895, longitude: 139.6917 });
    assert.equal(await hour(), 3);
  });
});
