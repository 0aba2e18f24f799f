import type { AutomationDefinition } from '@azulejo/contract';
import type { Context } from './context.ts';
import { openServer } from './home.ts';
import type { MqttCredentials } from './mqtt-connection.ts';
import { type PlatformProcess, startPlatform } from './platform-process.ts';
import { makeReportingHome, type ReportingHome, TEMPLATE } from './reporting-home.ts';

/** Automations of the home, and how many devices each of them reads. */
const AUTOMATIONS = 5;
const DEVICES_EACH = 4;
/** Devices whose values start an automation that writes. */
const SWITCHES = 4;
/** All values have six digits. */
export const HALF = 500_000;
const NEVER = 2_000_000;

/** A home whose devices talk, and its platform. */
export type ReportingPlatform = { readonly home: ReportingHome; readonly platform: PlatformProcess };

export type AutomatedPlatform = ReportingPlatform & {
  /** The devices that automations read, which never start one. */
  readonly read: ReportingHome['devices'];
  /** Devices that switch another one on above `HALF`, and off below it. */
  readonly switches: readonly (MqttCredentials & { topic: string })[];
};

/** Starts the same home twice: with automations, and without. */
export async function startBoth(
  context: Context,
  opened: AsyncDisposableStack,
): Promise<{ automated: AutomatedPlatform; plain: ReportingPlatform }> {
  const plain = await startOne(context, opened);
  const automated = await startOne(context, opened, addAutomations);
  const read = automated.home.devices.slice(0, AUTOMATIONS * DEVICES_EACH);
  const switches = automated.home.devices.slice(read.length, read.length + SWITCHES);
  return { plain, automated: { ...automated, read, switches } };
}

type Server = Awaited<ReturnType<typeof openServer>>;

async function startOne(
  context: Context,
  opened: AsyncDisposableStack,
  prepare: (server: Server, userId: string, home: ReportingHome) => Promise<void> = async () => undefined,
): Promise<ReportingPlatform> {
  const { place, homes } = await context.prepared();
  const home = await makeReportingHome(place, homes);
  const [reader] = homes.readers;
  if (reader) {
    await using server = await openServer(place);
    await prepare(server, reader.id, home);
  }
  return { home, platform: opened.use(await startPlatform(place)) };
}

const channelOf = (topic: string): string => topic.split('/')[3] ?? '';
const powerOf = (topic: string) => ({
  channel: channelOf(topic),
  component: 'socket',
  property: 'active-power',
});

async function addAutomations(
  { features }: Server,
  userId: string,
  { devices }: ReportingHome,
): Promise<void> {
  const add = (definition: AutomationDefinition) =>
    features.automations.create(userId, { definition, author: { userId }, origin: 'api' });
  for (let each = 0; each < AUTOMATIONS; each += 1) {
    const [first, second, third, fourth] = devices
      .slice(each * DEVICES_EACH, (each + 1) * DEVICES_EACH)
      .map(({ topic }) => powerOf(topic));
    if (!first || !second || !third || !fourth) throw new Error('There are too few devices.');
    const above = { is: 'above', value: HALF } as const;
    await add({
      label: `Automation ${each}`,
      when: [first, second].map((property) => ({
        kind: 'property',
        property,
        is: 'rises-above',
        value: NEVER,
        leeway: 10,
        for: 'PT5M',
      })),
      onlyIf: {
        kind: 'any',
        any: [third, fourth].map((property) => ({ kind: 'property', property, ...above, since: 'PT2M' })),
      },
      then: [{ kind: 'notify', notify: { text: 'Too much' } }],
    });
  }
  const from = AUTOMATIONS * DEVICES_EACH;
  for (const { topic } of devices.slice(from, from + SWITCHES)) {
    const { channel } = await features.homes.addDevice({ userId, templateId: TEMPLATE });
    const status = { channel: channel.id, component: 'socket', property: 'status' };
    const when = { property: powerOf(topic), value: HALF };
    await add({
      label: 'On',
      when: [{ kind: 'property', ...when, is: 'rises-above' }],
      then: [{ kind: 'set', set: status, value: true, only: 'always' }],
    });
    await add({
      label: 'Off',
      when: [{ kind: 'property', ...when, is: 'falls-below' }],
      then: [{ kind: 'set', set: status, value: false, only: 'always' }],
    });
  }
  await features.automationRunner.run();
}
