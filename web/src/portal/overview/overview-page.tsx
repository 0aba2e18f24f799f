import type { PortalAccount, PortalOverview } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState, LoadingState } from '../../design/states.tsx';
import { usePortal } from '../session/portal.ts';
import { useSession } from '../session/session.ts';
import { Section } from '../ui/section.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Glance } from './glance.tsx';
import classes from './numbers.module.css';

const REFRESH_MS = 10_000;

/** Shows the first page after the sign-in. */
export function OverviewPage() {
  const portal = usePortal();
  const { account } = useSession();
  const overview = useQuery({
    queryKey: ['applications', 'overview'],
    queryFn: ({ signal }) => portal.applications.overview({}, { signal }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Stack gap="xl">
      <div>
        <Title order={1}>
          <Trans>Overview</Trans>
        </Title>
        <Text c="dimmed" mt={4}>
          {signedInText(account)}
        </Text>
      </div>
      {overview.isPending && <LoadingState label={t`Loading the overview`} />}
      {overview.isError && <ErrorState error={overview.error} onRetry={() => void overview.refetch()} />}
      {overview.data && (
        <>
          <Numbers overview={overview.data} />
          <FirstSteps steps={overview.data.first_steps} />
        </>
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
        <Glance />
        <Reading />
      </SimpleGrid>
    </Stack>
  );
}

function signedInText({ name, role }: Pick<PortalAccount, 'name' | 'role'>): string {
  if (role === 'owner') return t`Signed in as ${name}, an owner.`;
  return role === 'developer' ? t`Signed in as ${name}, a developer.` : t`Signed in as ${name}, a viewer.`;
}

const shown = () =>
  [
    ['applications', t`Applications`],
    ['users', t`Users`],
    ['channels', t`Channels`],
    ['connected', t`Connected now`],
  ] as const;

function Numbers({ overview }: { overview: PortalOverview }) {
  return (
    <dl className={classes.numbers}>
      {shown().map(([name, label]) => (
        <div key={name} className={classes.number}>
          <dt className={classes.label}>{label}</dt>
          <dd className={classes.value}>
            {overview[name].toLocaleString()}
            {name === 'channels' && overview.more_channels && '+'}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const links = () => [
  { href: '/docs', title: t`API reference`, text: t`Every operation. Try them on the page.` },
  { href: '/docs/live', title: t`Live reference`, text: t`Topics and messages over MQTT.` },
  { href: '/openapi.json', title: t`OpenAPI document`, text: t`For tools and generated clients.` },
  { href: '/home', title: t`Home`, text: t`Where people see and use their devices.` },
];

/** Lists links to documentation outside the portal. */
function Reading() {
  return (
    <Section title={t`Documentation`}>
      <ul className={classes.list}>
        {links().map(({ href, title, text }) => (
          <li key={href} className={classes.item}>
            <Anchor href={href} fw={600}>
              {title}
            </Anchor>
            <Text size="sm" c="dimmed">
              {text}
            </Text>
          </li>
        ))}
      </ul>
    </Section>
  );
}
