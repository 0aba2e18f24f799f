import { type PortalSeries, portalResources } from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refused } from '../../../../testing/fake-server.ts';
import { createStores } from '../../../stores.ts';
import { fakePortal } from '../../../testing/fake-portal.ts';
import { openPortal } from '../../../testing/open-portal.tsx';
import { charts, linesOf } from './charts-list.ts';
import { seriesQuery } from './series.ts';

const example = portalResources.monitoring.series.example.reply as PortalSeries;
const HOUR_MS = 3_600_000;

/** A series with one sample at each time. */
const seriesAt = (times: number[], members: Partial<PortalSeries> = {}): PortalSeries => ({
  ...(Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, Array.isArray(value) ? times.map(() => 1) : value]),
  ) as PortalSeries),
  now: times.at(-1) ?? example.now,
  times,
  ...members,
});

describe('the page of charts', () => {
  async function open(replies: Parameters<typeof fakePortal>[0] = {}) {
    const platform = fakePortal(replies);
    const user = openPortal(platform, '/charts');
    await screen.findByRole('heading', { level: 1, name: 'Charts' });
    return { platform, user };
  }

  it('shows a chart for each measure, with a table of its values', async () => {
    await open();
    const table = within(await screen.findByRole('table', { name: 'Memory' }));
    expect(table.getByRole('columnheader', { name: 'Resident' })).toBeTruthy();
    expect(table.getByRole('cell', { name: '141 MB' })).toBeTruthy();
    expect(screen.getAllByRole('table')).toHaveLength(charts().length);
  });

  it('says the latest values of a chart', async () => {
    await open();
    const slider = await screen.findByRole('slider', { name: 'HTTP requests' });
    expect(slider.getAttribute('aria-valuetext')).toBe('Latest: All 1.4, Refused (4xx) 0, Failed (5xx) 0');
  });

  it('says since when the server runs, unless that is longer than the range', async () => {
    await open();
    expect(await screen.findByText(/Since this server started/)).toBeTruthy();
  });

  it('asks for the last day on request', async () => {
    const { platform, user } = await open();
    await screen.findByRole('table', { name: 'Memory' });
    await user.click(screen.getByRole('radio', { name: '24 hours' }));
    await expect.poll(() => platform.sent('monitoring.series').at(-1)?.query).toEqual({ range: '24h' });
  });

  it('shows why the values cannot be read', async () => {
    await open({ monitoring: { series: refused(500, 1000, { text: 'The platform has a problem.' }) } });
    expect(await screen.findByText('The platform has a problem.')).toBeTruthy();
  });

  it('says that no sign-in failed', async () => {
    await open();
    expect(await screen.findByText('No failed sign-ins.')).toBeTruthy();
  });

  it('lists the failed sign-ins, with the users that exist', async () => {
    const ana = { id: 'ana', name: 'Ana', email: 'ana@example.org' };
    const failure = { address: '192.0.2.7', count: 12, last: '2026-01-02T03:04:05.678+0000' };
    await open({
      monitoring: {
        signInFailures: {
          failures: [
            { ...failure, user: ana, application: { id: 'app', name: 'Casa Azul' } },
            { ...failure, user: null, application: null, address: null, count: 1_200 },
          ],
        } as never,
      },
    });
    const section = within(await screen.findByRole('region', { name: 'Where sign-ins fail' }));
    const [known, unknown] = (await section.findAllByRole('row')).slice(1);
    expect(known?.textContent).toContain('ana@example.orgCasa Azul192.0.2.712');
    expect(unknown?.textContent).toContain('Unknown e-mailUnknown–1,200');
    expect(section.getByRole('link').getAttribute('href')).toBe('/portal/users/ana');
  });
});

describe('the query of a series', () => {
  function follow() {
    const platform = fakePortal();
    const { queries, connection } = createStores(platform);
    const load = (series: PortalSeries) => {
      platform.reply({ monitoring: { series } });
      return queries.fetchQuery({ ...seriesQuery(connection.portal, queries, '1h'), staleTime: 0 });
    };
    return { platform, load };
  }

  it('asks only for what is new, and removes what is older than the range', async () => {
    const { platform, load } = follow();
    const t = example.now;
    await load(seriesAt([t - HOUR_MS + 1_000, t]));
    const joined = await load(seriesAt([t + 5_000]));
    expect(platform.sent('monitoring.series').at(-1)?.query).toEqual({ range: '1h', after: String(t) });
    expect(joined.times).toEqual([t, t + 5_000]);
    expect(joined.requests).toEqual([1, 1]);
  });

  it('loads everything again from another server', async () => {
    const { platform, load } = follow();
    await load(seriesAt([example.now]));
    const fresh = await load(seriesAt([example.now + 60_000], { started: example.now + 30_000 }));
    expect(fresh.times).toEqual([example.now + 60_000]);
    expect(platform.sent('monitoring.series').at(-1)?.query).toEqual({ range: '1h' });
  });
});

describe('linesOf', () => {
  it('leaves a gap where samples are missing', () => {
    const t = example.now;
    const [line] = linesOf([{ column: 'requests', label: 'All' }], seriesAt([t, t + 5_000, t + 60_000]));
    expect(line?.points).toEqual([
      [t, 1],
      [t + 5_000, 1],
      [t + 5_001, null],
      [t + 60_000, 1],
    ]);
  });
});
