import assert from 'node:assert/strict';
import { it } from 'node:test';
import { refused } from '../../support/auth-calls.ts';
import { ownHome, type Person } from '../../support/people.ts';
import { readJson } from '../../support/replies.ts';
import { onEachEngineInFull } from '../../support/scene.ts';
import { BATTERY, CONTACT, SMOKE, setUpNotifications } from './scene.ts';

/** Returns quiet hours that have begun, and end in two hours at most. */
function quietHours(now: number) {
  const timeZone = 'Asia/Tokyo';
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  const hour = (offset: number) => `${format.format(now + offset * 3_600_000)}:00`;
  return { from: hour(-1), to: hour(2), timezone: timeZone, alarms_pass: true };
}

onEachEngineInFull('times of notifications', setUpNotifications, (scene) => {
  async function confirmMail(person: Person): Promise<void> {
    const { call, mailbox } = scene();
    await readJson(await call(person, 'POST', '/mail/code'));
    const [code = ''] = /\b\d{6}\b/.exec((await mailbox.next(person.email)).text) ?? [];
    await readJson(await call(person, 'POST', '/mail/confirmation', { code }));
  }

  it('sends once after a restart what is still true', async () => {
    const { newHome, addDevice, restart, next, runJobs, clock } = scene();
    const { person, browser } = await newHome();
    const [open, shut] = [
      await addDevice(person, CONTACT, 'Window'),
      await addDevice(person, CONTACT, 'Door'),
    ];
    const smoke = await addDevice(person, SMOKE, 'Smoke');
    await open.report(true);
    await shut.report(true);
    await runJobs();
    await shut.report(false);
    await smoke.report(true);
    // Nothing has looked at the alarm yet, and the window becomes due while the server is stopped.
    await restart(() => clock.advance({ minutes: 11 }));
    const titles = [(await next(browser)).payload.title, (await next(browser)).payload.title].sort();
    assert.deepEqual(titles, ['Smoke: Smoke', 'Window: open']);
    await restart();
    await runJobs();
    assert.equal(browser.pushed.length, 2);
  });

  it('waits for the end of quiet hours unless it is an alarm, and drops what is over by then', async () => {
    const { newHome, addDevice, change, next, runJobs, clock } = scene();
    const { person, browser } = await newHome();
    const hours = quietHours(clock.now());
    await change(person, { quiet_hours: hours });
    const [window, door] = [
      await addDevice(person, CONTACT, 'Window'),
      await addDevice(person, CONTACT, 'Door'),
    ];
    const smoke = await addDevice(person, SMOKE, 'Smoke');
    await window.report(true);
    await door.report(true);
    await runJobs();
    clock.advance({ minutes: 15 });
    await smoke.report(true);
    assert.equal((await next(browser)).payload.title, 'Smoke: Smoke');
    await runJobs();
    assert.equal(browser.pushed.length, 1);
    await door.report(false);
    await runJobs();
    clock.advance({ minutes: 180 });
    assert.equal((await next(browser)).payload.title, 'Window: open');
    await runJobs();
    assert.equal(browser.pushed.length, 2);
    const wrong = { quiet_hours: { ...hours, timezone: 'Nowhere/City' } };
    assert.equal((await scene().call(person, 'PATCH', '', wrong)).status, 400);
  });

  it('does not count the wait for the end of quiet hours as a failed attempt', async () => {
    const { newHome, addDevice, change, next, runJobs, clock } = scene();
    const { person, browser } = await newHome();
    browser.answer((response) => void response.writeHead(503).end());
    await change(person, { open_minutes: 1 });
    const window = await addDevice(person, CONTACT, 'Window');
    await window.report(true);
    await runJobs();
    clock.advance({ minutes: 1 });
    await next(browser);
    await runJobs();
    await change(person, { quiet_hours: quietHours(clock.now()) });
    clock.advance({ seconds: 61 });
    await runJobs();
    assert.equal(browser.pushed.length, 1);
    clock.advance({ minutes: 180 });
    await next(browser);
    await runJobs();
    assert.equal(browser.pushed.length, 2);
    clock.advance({ seconds: 121 });
    await runJobs();
    assert.equal(browser.pushed.length, 3, 'the second failure waits two minutes');
  });

  it('drops what waits about a device that was removed', async () => {
    const { newHome, addDevice, change, next, runJobs, clock, platform, db } = scene();
    const { person, browser } = await newHome();
    await change(person, { open_minutes: 1, quiet_hours: quietHours(clock.now()) });
    const [window, door, gate] = [
      await addDevice(person, CONTACT, 'Window'),
      await addDevice(person, CONTACT, 'Door'),
      await addDevice(person, CONTACT, 'Gate'),
    ];
    for (const device of [window, door, gate]) await device.report(true);
    await runJobs();
    clock.advance({ minutes: 2 });
    await runJobs();
    const { tiles, homes, virtualDeviceControl } = platform().server.features;
    const tile = (await tiles.ofUser(person.id)).find(({ channelId }) => channelId === window.channelId);
    await homes.removeTile(ownHome(person), tile?.id ?? '');
    await virtualDeviceControl.remove({}, door.channelId);
    const incidents = db.read.selectFrom('notification_incidents').select('channel_id as channelId');
    const left = await incidents.where('user_id', '=', person.id).execute();
    assert.deepEqual(left, [{ channelId: gate.channelId }]);
    clock.advance({ minutes: 180 });
    assert.equal((await next(browser)).payload.title, 'Gate: open');
    await runJobs();
    assert.equal(browser.pushed.length, 1);
  });

  it('refuses a test by e-mail until the address is confirmed', async () => {
    const { newHome, call } = scene();
    const { person } = await newHome();
    await refused(call(person, 'POST', '/test', { mail: true }), 'invalid_request', 'mail');
    await confirmMail(person);
    assert.deepEqual(await readJson(await call(person, 'POST', '/test', { mail: true })), { queued: 1 });
  });

  it('sends notifications by e-mail once the address is confirmed', async () => {
    const { newPerson, addDevice, call, get, mailbox, whileJobsRun, runJobs, clock } = scene();
    const person = await newPerson();
    assert.equal((await get(person)).mail.state, 'unconfirmed');
    assert.equal((await call(person, 'POST', '/mail/code')).status, 200);
    const [code = ''] = /\b\d{6}\b/.exec((await mailbox.next(person.email)).text) ?? [];
    const wrong = code === '000000' ? '000001' : '000000';
    assert.equal((await call(person, 'POST', '/mail/confirmation', { code: wrong })).status, 400);
    assert.equal((await call(person, 'POST', '/mail/confirmation', { code })).status, 200);
    assert.equal((await get(person)).mail.state, 'confirmed');
    const smoke = await addDevice(person, SMOKE, 'Smoke');
    await smoke.report(true);
    const mail = await whileJobsRun(mailbox.next(person.email));
    assert.equal(mail.subject, 'Smoke: Smoke');
    assert.match(mail.text, new RegExp(`/home/devices/${smoke.channelId}`));
    await runJobs();
    assert.equal(mailbox.mails.filter(({ to }) => to === person.email).length, 2);
    for (let count = 0; count < 6; count += 1)
      await call(person, 'POST', '/mail/confirmation', { code: wrong });
    assert.equal(
      (await call(person, 'POST', '/mail/confirmation', { code })).status,
      400,
      'the code works once',
    );
    clock.advance({ minutes: 1 });
  });

  it('limits notifications for each person, and keeps room for alarms', async () => {
    const { newHome, addDevice, runJobs, clock, call } = scene();
    const { person, browser } = await newHome();
    const window = await addDevice(person, CONTACT, 'Window');
    const smoke = await addDevice(person, SMOKE, 'Smoke');
    await scene().change(person, { open_minutes: 1 });
    for (let count = 0; count < 32; count += 1) {
      await window.report(true);
      await runJobs(1);
      clock.advance({ seconds: 61 });
      await runJobs(2);
      await window.report(false);
      await runJobs(1);
    }
    assert.equal(browser.pushed.length, 30);
    await smoke.report(true);
    await runJobs(3);
    assert.equal(browser.pushed.length, 31);
    const statuses = [];
    for (let count = 0; count < 21; count += 1) statuses.push((await call(person, 'POST', '/test')).status);
    assert.deepEqual([statuses[0], statuses.at(-1)], [200, 429]);
  });

  it('sends an alarm although as many other messages wait as may', async () => {
    const { newHome, addBrowser, addDevice, change, pushService, runJobs, clock, db } = scene();
    const { person, browser } = await newHome();
    for (let count = 1; count < 10; count += 1) await addBrowser(person, pushService.newBrowser());
    await change(person, { open_minutes: 1, quiet_hours: quietHours(clock.now()) });
    const smoke = await addDevice(person, SMOKE, 'Smoke');
    for (let count = 0; count < 10; count += 1) {
      const window = await addDevice(person, CONTACT, 'Window');
      await window.report(true);
      await window.report(3, BATTERY.at);
    }
    await runJobs();
    clock.advance({ minutes: 2 });
    await runJobs();
    const messages = db.read.selectFrom('notification_messages').select('id');
    assert.equal((await messages.where('user_id', '=', person.id).execute()).length, 200);
    await smoke.report(true);
    await runJobs();
    assert.deepEqual(
      browser.pushed.map(({ payload }) => payload.title),
      ['Smoke: Smoke'],
    );
  });
});
