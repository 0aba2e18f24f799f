import assert from 'node:assert/strict';
import { it } from 'node:test';
import { keptMailIn } from '../support/outbox.ts';
import { newApplication, newPerson, personToken } from '../support/people.ts';
import { startPlatform } from '../support/platform.ts';
import { postJson } from '../support/wire.ts';
import { answerOf, azulejo, forEachEngineInFull, refusalOf } from './azulejo.ts';

type Mail = { name: string; to: string; subject: string };

const PASSWORD = 'azulejos in the hall';

forEachEngineInFull((_engine, _open, newPlace) => {
  it('shows the mail that a server without SMTP_URL stores, whose link works', async () => {
    const place = await newPlace();
    await using platform = await startPlatform({ place });
    const application = await newApplication(platform);
    const person = await newPerson(platform, application);
    assert.deepEqual(await answerOf(place, ['outbox', 'list']), []);
    assert.match((await refusalOf(place, ['outbox', 'show'])).message, /no mail/);

    const arrived = keptMailIn(place);
    const request = { email: person.email, appId: application.clientId };
    const response = await postJson(platform, '/v3/legacy/sendreset', request);
    assert.match(await response.text(), /has no mail server/);
    await arrived;
    const [mail] = await answerOf<Mail[]>(place, ['outbox', 'list']);
    assert.equal(mail?.to, person.email);
    const { stdout } = await azulejo(place, ['outbox', 'show']);
    const named = await answerOf<{ text: string }>(place, ['outbox', 'show', mail.name]);
    assert.equal(stdout.trimEnd(), named.text.trimEnd());
    const token = /token=(\S+)/.exec(stdout)?.[1] ?? '';
    const body = new URLSearchParams({ token, password: PASSWORD, repeated: PASSWORD });
    assert.equal((await platform.request('/reset-password', { method: 'POST', body })).status, 200);
    await personToken(platform, application, { ...person, password: PASSWORD });
    assert.match((await refusalOf(place, ['outbox', 'show', 'none.eml'])).message, /no mail "none.eml"/);
  });

  it('creates a reset link for an active user and refuses one for a disabled user', async () => {
    const place = await newPlace();
    await using platform = await startPlatform({ place });
    const person = await newPerson(platform, await newApplication(platform));
    const environment = { PUBLIC_URL: platform.url };
    const { stdout } = await azulejo(place, ['user', 'reset-link', person.email], { environment });
    const first = new URL(stdout.trim());
    assert.equal(first.origin, platform.url);
    assert.equal((await platform.request(first.pathname + first.search)).status, 200);
    const { link } = await answerOf<{ link: string }>(place, ['user', 'reset-link', person.id], {
      environment,
    });
    assert.equal((await platform.request(first.pathname + first.search)).status, 410, 'the newest only');
    assert.equal((await fetch(link)).status, 200);
    await answerOf(place, ['user', 'disable', person.id]);
    assert.match((await refusalOf(place, ['user', 'reset-link', person.id])).message, /disabled/);
  });

  it('lists survey responses by application', async () => {
    const place = await newPlace();
    await using platform = await startPlatform({ place });
    const [one, two] = [
      await newApplication(platform, { namespace: 'one' }),
      await newApplication(platform, { namespace: 'two' }),
    ];
    const person = await newPerson(platform, one);
    await newPerson(platform, two);
    const answers = [{ id: 'wish', answer: ['blinds', 'lamps'] }];
    const path = `/v3/legacy/users/${person.id}/survey-responses`;
    await postJson(platform, path, { id: 'autumn', answers }, { token: person.token });
    const { stdout } = await azulejo(place, ['survey', 'list']);
    assert.match(stdout, /autumn +wish +blinds, lamps/);
    const listed = await answerOf<object[]>(place, ['survey', 'list', '--application', 'one']);
    assert.deepEqual(
      listed.map((each) => 'answers' in each && each.answers),
      [answers],
    );
    assert.deepEqual(await answerOf(place, ['survey', 'list', '--application', 'two']), []);
  });
});
