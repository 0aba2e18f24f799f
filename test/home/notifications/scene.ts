import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { NotificationBrowser, NotificationSettings } from '@azulejo/contract';
import { manualClock, type Timers } from '@azulejo/server/testing';
import { openMailbox } from '../../support/mailbox.ts';
import { newApplication, newPerson, type Person } from '../../support/people.ts';
import type { TestPlatform } from '../../support/platform.ts';
import { type Browser, openPushService } from '../../support/push-service.ts';
import { readJson } from '../../support/replies.ts';
import type { Stage } from '../../support/scene.ts';

export const SMOKE = { model: 'JY-GZ-01AQ', at: 'smoke-alarm/smoke', calm: false };
export const CONTACT = { model: 'SNZB-04P', at: 'contact-sensor/open', calm: false };
export const BATTERY = { model: 'SNZB-04P', at: 'contact-sensor/battery', calm: 90 };
type Kind = { model: string; at: string; calm: unknown };

export type Home = Awaited<ReturnType<typeof setUpNotifications>>;

/** Starts a platform whose jobs run when a test lets them, a push service and a mail server. */
export async function setUpNotifications({ start, use, openDatabase }: Stage) {
  const pushService = use(await openPushService());
  const mailbox = use(await openMailbox());
  const clock = manualClock();
  const environment = {
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'casa@example.org',
    PUSH_NETWORKS: '127.0.0.1/32',
  };
  let timers = createTimers();
  let platform = await start({ environment, clock, timers: timers.port });
  timers.settle();
  const db = await openDatabase();
  const application = await newApplication(platform);

  /** Runs the jobs of the platform until the promise settles. The time that is stored does not pass. */
  async function whileJobsRun<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const settled = promise.finally(() => {
      isSettled = true;
    });
    while (!isSettled) await timers.runSecond();
    return settled;
  }

  /**
   * Runs the jobs of so many seconds, each to its end, with what they began to send. Those that find what to notify
   * of and those that send run every second, so that three are enough for what one finds and the next sends; new
   * devices are looked for every ten seconds.
   */
  async function runJobs(seconds = 3): Promise<void> {
    for (let count = 0; count < seconds; count += 1) {
      await timers.runSecond();
      while (await isSending()) await setImmediate();
    }
  }

  /** A message that is being sent is claimed for 90 s, which no retry waits. */
  async function isSending(): Promise<boolean> {
    const claimed = db.read.selectFrom('notification_messages').select('id');
    return (
      (await claimed.where('due', 'in', [clock.now() + 30_000, clock.now() + 90_000]).execute()).length > 0
    );
  }

  async function call(person: Person, method: string, path = '', body: object = {}): Promise<Response> {
    const init = method === 'GET' || method === 'DELETE' ? {} : { body: JSON.stringify(body) };
    return platform.request(`/v3/notifications${path}`, {
      ...init,
      method,
      token: person.token,
      headers: { 'content-type': 'application/json' },
    });
  }

  async function addBrowser(person: Person, browser: Browser, name = 'Test'): Promise<NotificationBrowser> {
    const response = await call(person, 'POST', '/browsers', { ...browser.subscription, name });
    assert.equal(response.status, 201, await response.clone().text());
    return (await response.json()) as NotificationBrowser;
  }

  /** Creates a virtual device with a calm value, whose property the test reports. */
  async function addDevice(person: Person, { model, at, calm }: Kind, name: string) {
    const { templates, virtualDevices } = platform.server.features;
    const templateId = (await templates.list()).find((each) => each.model === model)?.id ?? '';
    const device = { userId: person.id, templateId, name, seed: 7, faults: [] };
    const { channel } = await virtualDevices.create(device);
    const report = async (data: unknown, place = at) => {
      const [componentId = '', propertyId = ''] = place.split('/');
      const { virtualDeviceControl } = platform.server.features;
      await virtualDeviceControl.report({}, channel.id, { componentId, propertyId, data }, true);
    };
    await report(calm);
    const access = at.replace(/\/.*$/, '/access');
    return { channelId: channel.id, report, reportAccess: (data: string) => report(data, access) };
  }

  return {
    clock,
    db,
    mailbox,
    pushService,
    environment,
    application,
    runJobs,
    whileJobsRun,
    call,
    addBrowser,
    addDevice,
    platform: (): TestPlatform => platform,
    get: async (person: Person) => readJson<NotificationSettings>(await call(person, 'GET')),
    change: async (person: Person, body: object) =>
      readJson<NotificationSettings>(await call(person, 'PATCH', '', body)),
    newPerson: (name?: string) => newPerson(platform, application, name),
    next: (browser: Browser) => whileJobsRun(browser.next()),

    /** A person with one browser that gets everything. */
    async newHome() {
      const person = await newPerson(platform, application);
      const browser = pushService.newBrowser();
      const { id } = await addBrowser(person, browser);
      const all = { push: true, mail: false };
      const kinds = { alarm: all, open: all, unreachable: all, battery: all, device: { push: false } };
      await readJson(await call(person, 'PATCH', '', { kinds }));
      return { person, browser, browserId: id };
    },

    /** Stops the platform, does something, and starts it again. */
    async restart(meanwhile: () => void = () => undefined): Promise<void> {
      await platform[Symbol.asyncDispose]();
      meanwhile();
      timers = createTimers();
      platform = await start({ environment, clock, timers: timers.port });
      timers.settle();
    },
  };
}

/** Returns timers that resolve when the jobs that they started have ended: each job then sets its timer again. */
function createTimers() {
  const clock = manualClock();
  let set = 0;
  let idle = 0;
  const port: Timers = {
    monotonic: clock.monotonic,
    setTimer(ms, run) {
      set += 1;
      return clock.setTimer(ms, () => {
        set -= 1;
        run();
      });
    },
  };
  return {
    port,
    /** All jobs wait for their timers now. */
    settle: () => {
      idle = set;
    },
    async runSecond() {
      clock.advance({ seconds: 1 });
      while (set < idle) await setImmediate();
      await setImmediate();
    },
  };
}
