import assert from 'node:assert/strict';
import type { Command, Event, History, ValueAddress, ValueList } from '@azulejo/contract';
import { timeOf } from '../support/history-scene.ts';
import type { Person } from '../support/people.ts';
import type { Ledger, NotedCommand, Series } from './ledger.ts';
import { requestUntilServed } from './reconnecting.ts';
import type { ReportingHome } from './reporting-home.ts';

const HISTORY_PAGE = 9_999;
const POLL_MS = 100;
/**
 * How long after a value was sent it may be stored after newer ones, if nobody acknowledged it: a slow server that the
 * balancer takes for dead goes on for a moment. One that was paused or cut off must not.
 */
const UNKNOWN_MS = 10_000;
/** Longer than a device has to answer. */
const TIMEOUT_MS = 20_000;

type Place = { url: string; home: ReportingHome };

/** Asserts that a restarted platform has every value that it acknowledged before it was killed. */
export async function assertValuesKept(place: Place, ledger: Ledger): Promise<void> {
  const [ana] = place.home.people;
  const { elements } = await get<ValueList>(place, ana, '/v3/users/me/values');
  const stored = new Map(
    elements.map(({ channel, component, property, data }) => [
      keyOf({ channelId: channel, componentId: component, propertyId: property }),
      data,
    ]),
  );
  for (const series of ledger.series) {
    const last = stored.get(keyOf(series.address)) ?? 0;
    const recorded = await historyOf(place, series);
    assert.equal(
      recorded.at(-1)?.value ?? 0,
      last,
      `${nameOf(series)}: the last of the history is the stored one`,
    );
    assertEachOnce(series, recorded);
  }
}

/** Asserts that all values are stored once, those that were acknowledged in order, and no value that was never sent. */
function assertEachOnce(series: Series, recorded: readonly Recorded[]): void {
  const name = nameOf(series);
  const there = new Set(recorded.map(({ value }) => value));
  assert.equal(there.size, recorded.length, `${name}: once`);
  const ordered = recorded.filter(
    ({ value, at }) =>
      series.acknowledged.has(value) || at > (series.sentAt[value] ?? Number.NEGATIVE_INFINITY) + UNKNOWN_MS,
  );
  const values = ordered.map(({ value }) => value);
  assert.deepEqual(
    values,
    values.toSorted((a, b) => a - b),
    `${name}: in order`,
  );
  assert.ok(Math.max(0, ...there) <= series.sent, `${name}: nothing that was not sent`);
  const oldest = recorded.length < HISTORY_PAGE ? 0 : Math.min(...there);
  const missing = [...series.acknowledged].filter((each) => each > oldest && !there.has(each));
  assert.deepEqual(missing, [], `${name}: acknowledged and not there`);
}

/** A value as the platform stored it, in epoch milliseconds. */
type Recorded = { readonly value: number; readonly at: number };

/** Returns the values of a series, oldest first. */
async function historyOf(place: Place, { address }: Series): Promise<Recorded[]> {
  const { channelId, componentId, propertyId } = address;
  const path = `/v3/channels/${channelId}/components/${componentId}/properties/${propertyId}/history`;
  const { elements } = await get<History>(place, place.home.people[0], `${path}?page_size=${HISTORY_PAGE}`);
  return elements
    .map(({ value, timestamp }) => ({ value: value as number, at: timeOf({ timestamp }) }))
    .reverse();
}

/** Asserts that each acknowledged command exists and is settled, also when it was `open` before the kill. */
export async function assertCommandsEnd(place: Place, ledger: Ledger): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  for (const noted of ledger.commands) {
    let command = await commandOf(place, noted);
    while (command.state === 'open' && performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      command = await commandOf(place, noted);
    }
    assert.notEqual(command.state, 'open', `the command ${noted.id} does not end`);
  }
}

/** Asserts that the commands acknowledged since `first` exist. */
export async function assertCommandsKept(place: Place, ledger: Ledger, first: number): Promise<void> {
  for (const noted of ledger.commands.slice(first)) {
    const { data, property } = await commandOf(place, noted);
    assert.deepEqual([data, property], [noted.data, noted.address.propertyId]);
  }
}

const commandOf = (place: Place, { id }: NotedCommand): Promise<Command> =>
  get<Command>(place, place.home.people[0], `/v3/commands/${id}`);

/** Asserts that a user's log contains the values of the histories and, once for each command, its result. */
export async function assertLogged(
  place: Place,
  ledger: Ledger,
  log: readonly Event[],
  { of }: { of: readonly Series[] },
): Promise<void> {
  const values = Map.groupBy(
    log.filter(({ type }) => type === 'value'),
    ({ channel, component, property }) =>
      keyOf({ channelId: channel, componentId: component, propertyId: property }),
  );
  for (const series of of) {
    const logged = (values.get(keyOf(series.address)) ?? []).map(({ data, timestamp }) => ({
      value: data as number,
      at: timeOf({ timestamp }),
    }));
    assertEachOnce(series, logged);
    const recorded = await historyOf(place, series);
    assert.deepEqual(
      logged.slice(-recorded.length),
      recorded,
      `${nameOf(series)}: the log says what the history says`,
    );
  }
  const ends = Map.groupBy(log, ({ cause }) => cause);
  for (const { id } of ledger.commands)
    assert.equal(ends.get(`command:${id}`)?.length, 1, `the end of command ${id} is logged once`);
}

async function get<Body>({ url }: Place, { token }: Person, path: string): Promise<Body> {
  const response = await requestUntilServed(`${url}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text) as Body;
}

export const keyOf = ({ channelId, componentId, propertyId }: ValueAddress): string =>
  [channelId, componentId, propertyId].join(' ');

const nameOf = ({ address }: Series): string => keyOf(address);
