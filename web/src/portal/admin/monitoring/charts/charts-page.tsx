import type { PortalSeries } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ErrorState } from '../../../../design/states.tsx';
import { TimeChart, TimeChartSkeleton } from '../../../../design/time-chart.tsx';
import { When } from '../../../../design/when.tsx';
import { usePortal } from '../../../session/portal.ts';
import { charts, linesOf } from './charts-list.ts';
import classes from './charts-page.module.css';
import { type Range, rangeMs, seriesQuery } from './series.ts';
import { SignInFailures } from './sign-in-failures.tsx';

const ranges = () => [
  { value: '1h', label: t`1 hour` },
  { value: '24h', label: t`24 hours` },
];

/** Minimum length of a chart's time axis, so that a few samples are not stretched. */
const SHORTEST_MS = 5 * 60_000;

const HEIGHT = 168;

export function ChartsPage() {
  const portal = usePortal();
  const [range, setRange] = useState<Range>('1h');
  const found = useQuery(seriesQuery(portal, useQueryClient(), range));
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1}>
          <Trans>Charts</Trans>
        </Title>
        <SegmentedControl
          aria-label={t`Time shown`}
          data={ranges()}
          value={range}
          onChange={(value) => setRange(value as Range)}
        />
      </Group>
      {found.isPending && <LoadingCharts />}
      {found.isError && !found.data && (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.data && <Charts series={found.data} range={range} isOutdated={found.isError} />}
      <SignInFailures />
    </Stack>
  );
}

function Charts({ series, range, isOutdated }: { series: PortalSeries; range: Range; isOutdated: boolean }) {
  const begin = series.now - rangeMs[range];
  const from = Math.max(begin, Math.min(series.started, series.now - SHORTEST_MS));
  return (
    <>
      <div className={classes.charts}>
        {charts().map(({ title, text, lines }) => (
          <Chart key={title} title={title} text={text}>
            <TimeChart
              series={linesOf(lines, series)}
              from={from}
              to={series.now}
              height={HEIGHT}
              floor={0}
              ariaLabel={title}
            />
          </Chart>
        ))}
      </div>
      {(isOutdated || series.started > begin) && (
        <Text c="dimmed" size="sm">
          {isOutdated ? (
            t`The server does not respond. These are the last known values.`
          ) : (
            <Trans>
              Since this server started, <When at={new Date(series.started).toISOString()} />. Older data is
              not kept.
            </Trans>
          )}
        </Text>
      )}
    </>
  );
}

/** Placeholders of the same height, so that nothing moves when the values are loaded. */
function LoadingCharts() {
  return (
    <div className={classes.charts} role="status" aria-label={t`Loading charts`}>
      {charts().map(({ title, text, lines }) => (
        <Chart key={title} title={title} text={text}>
          <TimeChartSkeleton labels={lines.map(({ label }) => label)} height={HEIGHT} />
        </Chart>
      ))}
    </div>
  );
}

type ChartProps = { title: string; text: string; children: ReactNode };

const Chart = ({ title, text, children }: ChartProps) => (
  <section className={classes.chart} aria-label={title}>
    <Title order={2} size="h5">
      {title}
    </Title>
    <Text size="sm" c="dimmed" mb="xs">
      {text}
    </Text>
    {children}
  </section>
);
