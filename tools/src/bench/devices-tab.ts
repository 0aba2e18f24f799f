import { loadDemoHome } from '@azulejo/catalog';
import type { BareHttpAnswer, BareHttpQuestion } from './bare-http.ts';
import { type Baseline, startBaseline } from './baseline.ts';
import type { Context } from './context.ts';
import { type Homes, openServer, type Reader } from './home.ts';
import { get, type LoadResult } from './load.ts';
import type { Place } from './place.ts';
import { type PlatformProcess, startPlatform } from './platform-process.ts';
import { fetchRaw, WARM_MS } from './reads.ts';
import type { Figure } from './report.ts';
import { alternate, median, summarize } from './rounds.ts';
import { loadTogether } from './together.ts';

const DEVICES = 500;
/** One household has this many phones. */
const PHONES = 4;
const BENCH = 'devices-tab';

/** Returns the requests that the Android app sends in parallel when it opens the tab, verbatim (android-app 2.0). */
const pathsOf = (id: string): string[] => [
  `/v3/legacy/users/${id}/tile-groups?include=unsorted`,
  `/v3/legacy/users/${id}/tiles?include=specs`,
  `/v3/legacy/users/${id}/channels?include=channelProperties,context,capabilities`,
  `/v3/users/${id}/preferences`,
  '/units/units_table.json',
  `/v3/legacy/users/${id}/services`,
  '/v3/users/self/channel-templates?order_by=+order_index&order_index=gt/-999999/n',
  '/v3/legacy/services?include=tutorial',
];

type Headers = Record<string, string>;
const headersOf = ({ token }: Reader): Headers => ({
  Authorization: `OAuth2.0 ${token}`,
  'Accept-Encoding': 'gzip',
});

/** Measures all lists of the first tab of a large home: from the cache, and after a change. */
export async function devicesTab(context: Context): Promise<Figure[]> {
  const { place, homes } = await context.prepared();
  const reader = await fillHome(place, homes);
  await using platform = await startPlatform(place);
  return [...(await compareKept(context, platform, reader)), await measureChanged(context, platform, reader)];
}

/** Compares with a bare server that sends the same eight responses with the same headers. */
async function compareKept(
  { pace: { ms, slices } }: Context,
  platform: PlatformProcess,
  reader: Reader,
): Promise<Figure[]> {
  const paths = pathsOf(reader.id);
  const replies = await Promise.all(paths.map((path) => fetchRaw(platform.url, path, headersOf(reader))));
  await using bare: Baseline<BareHttpQuestion, BareHttpAnswer> = startBaseline('http');
  const { url } = await bare.ask({ replies });
  const requests = paths.map((path) => get(path, headersOf(reader)));
  const load = (server: string, time: number): Promise<LoadResult> =>
    loadTogether({ url: server, requests, askers: PHONES, ms: time });
  await load(platform.url, WARM_MS);
  const pairs = await alternate(
    slices,
    () => load(platform.url, ms),
    () => load(url, ms),
  );
  const name = `the eight lists of ${DEVICES} devices`;
  return [
    {
      bench: BENCH,
      name,
      unit: '/s',
      ...summarize(pairs, ({ perSecond }) => perSecond),
      aim: { of: 'ratio', is: 'at least', value: 0.65 },
      asking: median(pairs.map(({ baseline }) => baseline.asking)),
    },
    { bench: BENCH, name: `${name}, p99`, unit: 'ms', ...summarize(pairs, ({ p99 }) => p99) },
  ];
}

/** Renames a tile before each measurement, so that nothing of the home is cached. */
async function measureChanged(
  { pace: { rounds } }: Context,
  { url }: PlatformProcess,
  reader: Reader,
): Promise<Figure> {
  const headers = headersOf(reader);
  const listed = await fetch(`${url}/v3/legacy/users/${reader.id}/tiles`, { headers });
  const { tiles } = (await listed.json()) as { tiles: { href: string; id: string }[] };
  const requests = pathsOf(reader.id).map((path) => get(path, headers));
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const renamed = await fetch(`${url}/v3/legacy/users/${reader.id}/tiles/${tiles[0]?.id}`, {
      method: 'PATCH',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ label: `Lamp ${round}` }),
    });
    if (!renamed.ok) throw new Error(`The tile was not renamed: ${await renamed.text()}`);
    times.push((await loadTogether({ url, requests, askers: 1, ms: 0 })).p50);
  }
  return { bench: BENCH, name: 'the same after a change', unit: 'ms', measured: median(times) };
}

async function fillHome(place: Place, { readers: [reader] }: Homes): Promise<Reader> {
  if (!reader) throw new Error('This home has no user.');
  await using server = await openServer(place);
  const { devices } = await loadDemoHome();
  for (let index = 0; index < DEVICES; index += 1) {
    const { template, name } = devices[index % devices.length] as (typeof devices)[number];
    await server.features.homes.addDevice({ userId: reader.id, templateId: template, name });
  }
  return reader;
}
