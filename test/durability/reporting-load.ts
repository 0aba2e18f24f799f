import assert from 'node:assert/strict';
import { type Command, type PlatformMessage, publishTopic, type ValueAddress } from '@azulejo/contract';
import type { Person } from '../support/people.ts';
import { addSeries, type Ledger, type Series } from './ledger.ts';
import type { Act } from './mixed-load.ts';
import { joinMqtt, type Reconnecting, request } from './reconnecting.ts';
import { type CountingDevice, counterAddress, type ReportingHome } from './reporting-home.ts';

/** How many reports of one property are in flight at once. */
const REPORTS_BATCH_SIZE = 16;
/** One write waits for the device and one does not, so writes of one property also overtake each other. */
const WAITS = [5, 0];

/** A home whose devices and users send values over MQTT and HTTP. */
export type ReportingLoad = AsyncDisposable & {
  readonly acts: readonly Act[];
  /** The messages that the first user received over MQTT. */
  readonly received: readonly { address: ValueAddress; message: PlatformMessage }[];
  untilConnected(): Promise<void>;
};

type Place = { url: string; mqttPort: number };

export function startReportingLoad(place: Place, home: ReportingHome, ledger: Ledger): ReportingLoad {
  const [ana, rui] = home.people;
  const received: { address: ValueAddress; message: PlatformMessage }[] = [];
  const person = joinMqtt(
    place.mqttPort,
    { clientId: home.clientId, token: ana.token },
    `/v3/users/${ana.id}/channels/#`,
    ({ topic, message }) => received.push({ address: addressIn(topic), message }),
  );
  const devices = home.devices.map((device) => joinDevice(place, device, ledger, [ana, rui]));
  const parties = [person, ...devices.map(({ party }) => party)];
  return {
    received,
    acts: [...devices.flatMap(({ acts }) => acts), ...ownerlessActs(place, home, ledger, person)],
    untilConnected: async () => void (await Promise.all(parties.map((party) => party.untilConnected()))),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(parties.map((party) => party[Symbol.asyncDispose]()));
    },
  };
}

/**
 * Creates a device that reports over MQTT, posts over HTTP, and confirms each command with a higher number.
 */
function joinDevice(place: Place, device: CountingDevice, ledger: Ledger, people: readonly Person[]) {
  const series = (property: Parameters<typeof counterAddress>[1]) =>
    addSeries(ledger, counterAddress(device.channelId, property));
  const [reported, posted, set] = [series('reported'), series('posted'), series('set')];
  let done = 0;
  const party = joinMqtt(
    place.mqttPort,
    device,
    `/v3/devices/${device.clientId}/channels/#`,
    ({ topic, message: { io, data } }) => {
      if (io !== 'w' || typeof data !== 'number' || data <= done) return;
      done = data;
      party.publish(addressIn(topic), { io: 'iw', data }).then(
        () => set.acknowledged.add(data),
        () => undefined,
      );
    },
  );
  const report = Array.from({ length: REPORTS_BATCH_SIZE }, () => () => publish(party, reported, 'iw'));
  const post = () => put(place, posted, device.token, 0).then(assertSettled);
  const write = people.map(({ token }, index) => async () => {
    const { id, data } = await put(place, set, token, WAITS[index] ?? 0, { isStored: false });
    assert.ok(id, 'a write that a device has to answer is a command');
    ledger.commands.push({ id, address: set.address, data: data as number });
  });
  return { party, acts: [...report, post, ...write] };
}

/** Returns the actions that write to a channel without an owner: over MQTT by one user, and over HTTP. */
function ownerlessActs(place: Place, home: ReportingHome, ledger: Ledger, person: Reconnecting): Act[] {
  const reported = addSeries(ledger, counterAddress(home.ownerlessChannelId, 'reported'));
  const kept = addSeries(ledger, counterAddress(home.ownerlessChannelId, 'set'));
  const say = Array.from({ length: REPORTS_BATCH_SIZE }, () => () => publish(person, reported, 'w'));
  return [...say, () => put(place, kept, home.people[0].token, 0).then(assertSettled)];
}

/** Returns the next number, which is sent now. */
function nextOf(series: Series): number {
  series.sent += 1;
  series.sentAt[series.sent] = Date.now();
  return series.sent;
}

async function publish(party: Reconnecting, series: Series, io: 'w' | 'iw'): Promise<void> {
  const data = nextOf(series);
  await party.publish(series.address, { io, data });
  series.acknowledged.add(data);
}

/** Writes the next number. `isStored` means that the response acknowledges that it is stored. */
async function put(
  { url }: Place,
  series: Series,
  token: string,
  wait: number,
  { isStored = true } = {},
): Promise<Command> {
  const data = nextOf(series);
  const response = await request(`${url}${publishTopic(series.address)}?wait=${wait}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ data }),
  });
  const text = await response.text();
  assert.ok(response.status === 200 || response.status === 202, text);
  const command = JSON.parse(text) as Command;
  assert.equal(response.status, command.state === 'open' ? 202 : 200, text);
  if (isStored || command.state === 'done') series.acknowledged.add(data);
  return command;
}

const assertSettled = ({ state }: Command): void => assert.equal(state, 'done');

/** Returns the address in a value topic of any tree. */
function addressIn(topic: string): ValueAddress {
  const [, , , , , channelId = '', , componentId = '', , propertyId = ''] = topic.split('/');
  return { channelId, componentId, propertyId };
}
