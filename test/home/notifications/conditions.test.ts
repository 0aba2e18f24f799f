import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ownHome } from '../../support/people.ts';
import { onEachEngineInFull } from '../../support/scene.ts';
import { BATTERY, CONTACT, SMOKE, setUpNotifications } from './scene.ts';

/** Longer than the platform takes to look for new devices. */
const LOOK_SECONDS = 12;

onEachEngineInFull('notifications of conditions', setUpNotifications, (scene) => {
  it('sends a notification once for an alarm, however often it is reported', async () => {
    const { newHome, addDevice, next, runJobs } = scene();
    const { person, browser } = await newHome();
    const smoke = await addDevice(person, SMOKE, 'Hall smoke alarm');
    await smoke.report(true);
    const { payload, headers } = await next(browser);
    assert.equal(payload.title, 'Smoke: Hall smoke alarm');
    assert.equal(payload.link, `/home/devices/${smoke.channelId}`);
    assert.equal(payload.urgent, true);
    assert.equal(headers['urgency'], 'high');
    assert.equal(headers['topic'], payload.tag);
    await smoke.report(true);
    await runJobs();
    assert.equal(browser.pushed.length, 1);
  });

  it('sends a notification again when an alarm comes back later, and not when it flickers', async () => {
    const { newHome, addDevice, next, runJobs, clock } = scene();
    const { person, browser } = await newHome();
    const smoke = await addDevice(person, SMOKE, 'Smoke');
    await smoke.report(true);
    const first = await next(browser);
    await smoke.report(false);
    await runJobs();
    await smoke.report(true);
    await runJobs();
    assert.equal(browser.pushed.length, 1);
    await smoke.report(false);
    await runJobs();
    clock.advance({ minutes: 5 });
    await smoke.report(true);
    const second = await next(browser);
    assert.notEqual(second.payload.tag, first.payload.tag);
  });

  it('sends a notification for an alarm that was over before it was processed', async () => {
    const { newHome, addDevice, next, runJobs } = scene();
    const { person, browser } = await newHome();
    const smoke = await addDevice(person, SMOKE, 'Smoke');
    await runJobs();
    await smoke.report(true);
    await smoke.report(false);
    assert.match((await next(browser)).payload.title, /^Smoke/);
  });

  it('notifies of a window that was left open for the time that the person set', async () => {
    const { newHome, addDevice, change, next, runJobs, clock } = scene();
    const { person, browser } = await newHome();
    await change(person, { open_minutes: 3 });
    const window = await addDevice(person, CONTACT, 'Kitchen window');
    await window.report(true);
    await runJobs();
    clock.advance({ minutes: 2 });
    await runJobs();
    assert.equal(browser.pushed.length, 0);
    clock.advance({ minutes: 1 });
    const { payload } = await next(browser);
    assert.deepEqual([payload.title, payload.body], ['Kitchen window: open', 'For more than 3 minutes.']);
    await window.report(false);
    await window.report(true);
    await runJobs();
    clock.advance({ minutes: 2 });
    await runJobs();
    await window.report(false);
    clock.advance({ minutes: 10 });
    await runJobs();
    assert.equal(browser.pushed.length, 1, 'it was closed in time');
  });

  it('notifies of a device that does not answer, and of a low battery', async () => {
    const { newHome, addDevice, next, clock, runJobs } = scene();
    const { person, browser } = await newHome();
    const sensor = await addDevice(person, BATTERY, 'Door sensor');
    await sensor.report(14);
    assert.equal((await next(browser)).payload.title, 'Battery low: Door sensor');
    await sensor.report(16);
    await runJobs();
    await sensor.report(15);
    await runJobs();
    assert.equal(browser.pushed.length, 1, 'a battery at the limit is sent once');
    await sensor.reportAccess('unreachable');
    await runJobs();
    clock.advance({ minutes: 31 });
    assert.equal((await next(browser)).payload.title, 'Door sensor does not answer');
  });

  it('sends nothing for what is so already when notifications are turned on', async () => {
    const { addDevice, addBrowser, newPerson, pushService, change, runJobs, next } = scene();
    const person = await newPerson();
    const smoke = await addDevice(person, SMOKE, 'Smoke');
    await smoke.report(true);
    const battery = await addDevice(person, BATTERY, 'Sensor');
    await battery.report(3);
    const browser = pushService.newBrowser();
    await addBrowser(person, browser);
    await runJobs();
    await change(person, { kinds: { battery: { push: false } } });
    await change(person, { kinds: { battery: { push: true } } });
    await runJobs();
    assert.equal(browser.pushed.length, 0);
    const other = await addDevice(person, SMOKE, 'Other smoke');
    await other.report(true);
    assert.equal((await next(browser)).payload.title, 'Smoke: Other smoke');
  });

  it('sends an alarm that was reported just before the person changed other settings', async () => {
    const { newHome, addDevice, change, runJobs, clock } = scene();
    const { person, browser } = await newHome();
    const smoke = await addDevice(person, SMOKE, 'Smoke');
    const window = await addDevice(person, CONTACT, 'Window');
    await window.report(true);
    await runJobs();
    clock.advance({ minutes: 5 });
    await smoke.report(true);
    await change(person, { kinds: { battery: { push: false } }, open_minutes: 3 });
    await runJobs();
    // The window was open for longer than the delay that has just been set.
    assert.deepEqual(
      browser.pushed.map(({ payload }) => payload.title),
      ['Smoke: Smoke'],
    );
  });

  it('sends nothing for kinds that are turned off, to others, or after the device is gone', async () => {
    const { newHome, addDevice, change, runJobs, clock, platform } = scene();
    const { person, browser } = await newHome();
    const stranger = await newHome();
    await change(person, { kinds: { alarm: { push: false } } });
    const smoke = await addDevice(person, SMOKE, 'Smoke');
    await smoke.report(true);
    const window = await addDevice(person, CONTACT, 'Window');
    await window.report(true);
    await runJobs();
    const { tiles } = platform().server.features;
    const tile = (await tiles.ofUser(person.id)).find(({ channelId }) => channelId === window.channelId);
    await platform().server.features.homes.removeTile(ownHome(person), tile?.id ?? '');
    clock.advance({ minutes: 20 });
    await runJobs();
    assert.equal(browser.pushed.length + stranger.browser.pushed.length, 0);
  });

  it('names new devices in one notification', async () => {
    const { newHome, addDevice, change, next, runJobs, clock } = scene();
    const { person, browser } = await newHome();
    await addDevice(person, CONTACT, 'Old');
    await runJobs(LOOK_SECONDS);
    clock.advance({ minutes: 1 });
    await change(person, { kinds: { device: { push: true } } });
    await runJobs(LOOK_SECONDS);
    clock.advance({ minutes: 1 });
    await addDevice(person, CONTACT, 'Window');
    clock.advance({ seconds: 5 });
    await addDevice(person, SMOKE, 'Smoke');
    await runJobs(LOOK_SECONDS);
    assert.equal(browser.pushed.length, 0, 'more may come');
    clock.advance({ minutes: 1 });
    const { payload } = await next(browser);
    assert.deepEqual([payload.title, payload.body], ['2 new devices', 'Smoke, Window']);
    await runJobs(LOOK_SECONDS);
    assert.equal(browser.pushed.length, 1);
  });
});
