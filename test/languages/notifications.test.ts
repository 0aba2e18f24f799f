import assert from 'node:assert/strict';
import { it } from 'node:test';
import { CONTACT, SMOKE, setUpNotifications } from '../home/notifications/scene.ts';
import type { Person } from '../support/people.ts';
import { readJson } from '../support/replies.ts';
import { onEachEngine } from '../support/scene.ts';

onEachEngine('languages of notifications', setUpNotifications, (scene) => {
  const prefer = async ({ id, token }: Person, locale: string) =>
    readJson(
      await scene()
        .platform()
        .request(`/v3/users/${id}/preferences`, {
          method: 'PATCH',
          token,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ locale }),
        }),
    );

  it('sends notifications in the preferred language, with plurals', async () => {
    const { newHome, addDevice, change, clock, next, runJobs } = scene();
    const { person, browser } = await newHome();
    await prefer(person, 'de_DE');
    await change(person, { open_minutes: 3 });
    const smoke = await addDevice(person, SMOKE, 'Melder');
    const window = await addDevice(person, CONTACT, 'Küchenfenster');
    await smoke.report(true);
    const first = (await next(browser)).payload;
    assert.deepEqual([first.title, first.body], ['Rauch: Melder', 'Melder']);
    await window.report(true);
    await runJobs();
    clock.advance({ minutes: 3 });
    const second = (await next(browser)).payload;
    assert.deepEqual([second.title, second.body], ['Küchenfenster: offen', 'Seit mehr als 3 Minuten.']);
  });

  it('sends the code that confirms an address in the language of the person', async () => {
    const { newHome, call, mailbox, whileJobsRun } = scene();
    const { person } = await newHome();
    await prefer(person, 'fr_FR');
    assert.ok((await call(person, 'POST', '/mail/code')).ok);
    const mail = await whileJobsRun(mailbox.next(person.email));
    assert.match(mail.subject, /^\d{6} est votre code pour les notifications$/);
  });
});
