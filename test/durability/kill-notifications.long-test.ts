import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type NotificationSettings, publishTopic } from '@azulejo/contract';
import { type Database, migrations } from '@azulejo/server/testing';
import { forEachEngine } from '@azulejo/storage/testing';
import { clientToken, newApplication, newPerson } from '../support/people.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { type Browser, openPushService } from '../support/push-service.ts';
import { readJson } from '../support/replies.ts';
import { startServerProcess } from '../support/server-process.ts';
import { templateOf } from '../support/template.ts';
import { postJson } from '../support/wire.ts';

const SMOKE = { model: 'JY-GZ-01AQ', componentId: 'smoke-alarm', propertyId: 'smoke' };
const BATTERY = { model: 'SNZB-04P', componentId: 'contact-sensor', propertyId: 'battery' };
const environment = { PUSH_NETWORKS: '127.0.0.1/32', LOG_LEVEL: 'fatal' };

type Sensor = { name: string; token: string; path: string };

/** Adds a device of the person, which reports over HTTP. */
async function addSensor(
  platform: TestPlatform,
  userId: string,
  { model, componentId, propertyId }: typeof SMOKE,
  name: string,
): Promise<Sensor> {
  const { templates, devices } = platform.server.features;
  const templateId = (await templates.list()).find((each) => each.model === model)?.id ?? '';
  const { client, secret, channel } = await devices.create({ userId, templateId, name });
  const { access_token: token } = await clientToken(platform, { clientId: client.id, secret }, 'device');
  return { name, token, path: publishTopic({ channelId: channel.id, componentId, propertyId }) };
}

/** Titles of what was pushed, each as often as a browser shows it: what has the same topic replaces the first. */
const shown = ({ pushed }: Browser): string[] => [
  ...new Map(pushed.map(({ headers, payload }) => [headers['topic'], payload.title])).values(),
];

forEachEngine(
  (_engine, open, newPlace) => {
    /** Creates a person with a browser and sensors, on a platform whose server can be killed. */
    async function setUp(stack: AsyncDisposableStack) {
      const place = await newPlace({ template: templateOf('sqlite') });
      const pushService = stack.use(await openPushService());
      const browser = pushService.newBrowser();
      const home = await (async () => {
        await using platform = await startPlatform({ place, environment });
        const application = await newApplication(platform);
        const person = await newPerson(platform, application);
        const add = (kind: typeof SMOKE, name: string) => addSensor(platform, person.id, kind, name);
        const body = { ...browser.subscription, name: 'Test' };
        const added = await postJson(platform, '/v3/notifications/browsers', body, { token: person.token });
        assert.equal(added.status, 201, await added.text());
        return {
          token: person.token,
          smoke: await add(SMOKE, 'Hall'),
          battery: await add(BATTERY, 'Door'),
          others: [await add(SMOKE, 'Attic'), await add(BATTERY, 'Window')] as const,
        };
      })();
      const start = () => startServerProcess({ dataDir: place.dataDir, environment });
      let server = await start();
      stack.defer(() => server[Symbol.asyncDispose]());
      const report = async ({ token, path }: Sensor, data: unknown) => {
        const response = await fetch(`${server.url}${path}`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ data }),
        });
        assert.equal(response.status, 200, await response.text());
      };
      const settings = async () =>
        readJson<NotificationSettings>(
          await fetch(`${server.url}/v3/notifications`, {
            headers: { authorization: `Bearer ${home.token}` },
          }),
        );
      return {
        ...home,
        browser,
        report,
        /** Resolves when the server has stored that the push service took a message. */
        untilDelivered: async () => {
          while ((await settings()).browsers[0]?.delivered == null);
        },
        /** Starts the next server when the claims of the killed one have expired. */
        async killAndStart() {
          await server.kill();
          await (async () => {
            await using db = await open<Database>({ place, migrations });
            await db.write((tx) =>
              tx.updateTable('notification_messages').set({ due: Date.now() }).execute(),
            );
          })();
          browser.answer((response) => void response.writeHead(201).end());
          server = await start();
        },
        /** Stops the server after it has sent two later messages, an urgent one and another. */
        async sendRest() {
          const [smoke, battery] = home.others;
          const arrived = (title: string) => browser.pushed.some(({ payload }) => payload.title === title);
          await report(smoke, true);
          while (!arrived('Smoke: Attic')) await browser.next();
          await report(battery, 3);
          while (!arrived('Battery low: Window')) await browser.next();
          await server.stop();
        },
      };
    }
    const REST = ['Smoke: Attic', 'Battery low: Window'];

    describe('a server that is killed', () => {
      it('sends an alarm of the last moment once it is started again, and only once', async () => {
        await using stack = new AsyncDisposableStack();
        const { smoke, report, killAndStart, browser, untilDelivered, sendRest } = await setUp(stack);
        await report(smoke, true);
        await killAndStart();
        assert.equal((await browser.next()).payload.title, 'Smoke: Hall');
        await untilDelivered();
        const sent = browser.pushed.length;
        await killAndStart();
        await sendRest();
        assert.deepEqual(shown(browser), ['Smoke: Hall', ...REST]);
        assert.equal(browser.pushed.length, sent + REST.length, 'nothing was sent again');
      });

      it('sends an interrupted notification again, so that it replaces the first one', async () => {
        await using stack = new AsyncDisposableStack();
        const { smoke, report, killAndStart, browser, sendRest } = await setUp(stack);
        browser.answer(() => undefined);
        await report(smoke, true);
        const first = await browser.next();
        await killAndStart();
        const again = await browser.next();
        assert.deepEqual([again.headers['topic'], again.payload], [first.headers['topic'], first.payload]);
        await sendRest();
        assert.deepEqual(shown(browser), ['Smoke: Hall', ...REST]);
        assert.equal(browser.pushed.length, 2 + REST.length);
      });

      it('does not send ended incidents after a restart', async () => {
        await using stack = new AsyncDisposableStack();
        const { battery, report, killAndStart, browser, sendRest } = await setUp(stack);
        browser.answer(() => undefined);
        await report(battery, 5);
        assert.equal((await browser.next()).payload.title, 'Battery low: Door');
        await report(battery, 90);
        await killAndStart();
        await sendRest();
        const titles = browser.pushed.map(({ payload }) => payload.title);
        assert.deepEqual(titles, ['Battery low: Door', ...REST], 'the first was never taken');
      });
    });
  },
  ['sqlite'],
);
