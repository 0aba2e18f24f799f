import type { PortalServer } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Badge, Button, Code, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { When } from '../../../design/when.tsx';
import { usePortal } from '../../session/portal.ts';
import { useMay } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Section } from '../../ui/section.tsx';
import { useRefetchingChange } from '../../ui/use-refetching-change.ts';

const QUERY = ['servers'];
const REFRESH_MS = 5_000;

/** Shows the servers of the installation, and lets owners drain one. */
export function ServersPage() {
  const portal = usePortal();
  const found = useQuery({
    queryKey: QUERY,
    queryFn: ({ signal }) => portal.servers.list({}, { signal }),
    refetchInterval: REFRESH_MS,
  });
  const { data } = found;
  const working = data?.servers.filter(({ state }) => state === 'working').length ?? 0;
  return (
    <Stack gap="lg">
      <Title order={1}>
        <Trans>Servers</Trans>
      </Title>
      {found.isPending && <LoadingState label={t`Loading the servers`} />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {data && (
        <>
          <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }} spacing="md">
            {data.servers.map((server) => (
              <Server key={server.id} server={server} mayLeave={working > 1} />
            ))}
          </SimpleGrid>
          <Contracting {...data} />
          {data.servers.length < 2 && <NeedMore database={data.database} />}
        </>
      )}
    </Stack>
  );
}

const states = () => ({
  working: { word: t`Serving`, color: 'azul' },
  draining: { word: t`Draining`, color: 'ocre' },
  silent: { word: t`Out of contact`, color: 'red' },
});

function Server({ server, mayLeave }: { server: PortalServer; mayLeave: boolean }) {
  const { name, state, is_this: isThis, version, schema, bus, started } = server;
  const { word, color } = states()[state];
  return (
    <Section title={name} text={isThis ? t`You are connected to this server.` : undefined}>
      <Badge color={color} variant="light" tt="none" role="status">
        {word}
      </Badge>
      {state === 'silent' && (
        <Text size="sm">
          <Trans>It has not reached the database for seconds. The others take over its work.</Trans>
        </Text>
      )}
      <Facts label={name}>
        <Fact label={t`Version`}>{version}</Fact>
        <Fact label={t`Tables`}>{schema}</Fact>
        <Fact label={t`Started`}>
          <When at={started} />
        </Fact>
        <Fact label={t`MQTT connections`}>{amount(server.connections)}</Fact>
        <Fact label={t`Parts of the work`}>{server.parts === null ? '–' : t`${server.parts} of 256`}</Fact>
        <Fact label={t`Messages between servers`}>{bus || '–'}</Fact>
        <Fact label={t`Their delay`}>{milliseconds(server.bus_delay_ms)}</Fact>
        <Fact label={t`Clock of the database`}>{offset(server.clock_offset_ms)}</Fact>
      </Facts>
      {state === 'working' && <Drain server={server} mayLeave={mayLeave} />}
    </Section>
  );
}

/** Says which changes to the tables wait, and for which servers. */
function Contracting({ servers, contracting }: { servers: PortalServer[]; contracting: string[] }) {
  const last = contracting.at(-1);
  if (last === undefined) return null;
  const older = servers
    .filter(({ schema }) => schema < last)
    .map(({ name, version }) => `${name} (${version})`);
  const [changes, names] = [contracting.join(', '), older.join(', ')];
  return (
    <Section title={t`Changes to the tables that wait`}>
      <Text size="sm">
        <Trans>
          {changes}: removes what servers of an earlier version use, and is applied when none of them runs.
          Until then they can go on, and you can go back to that version.
        </Trans>{' '}
        {names && <Trans>Upgrade or stop: {names}.</Trans>}
      </Text>
    </Section>
  );
}

const amount = (value: number | null): string => (value === null ? '–' : value.toLocaleString());
const milliseconds = (value: number | null): string => (value === null ? '–' : t`${amount(value)} ms`);

function offset(value: number | null): string {
  if (value === null) return '–';
  const ms = amount(Math.abs(value));
  return value < 0 ? t`${ms} ms behind the machine` : t`${ms} ms ahead of the machine`;
}

function Drain({ server: { id, name }, mayLeave }: { server: PortalServer; mayLeave: boolean }) {
  const portal = usePortal();
  const isOwner = useMay('owner');
  const [isConfirming, confirming] = useDisclosure();
  const drain = useRefetchingChange(() => portal.servers.drain({ server_id: id }), [QUERY]);
  if (!isOwner || !mayLeave) return null;
  return (
    <Group>
      <Button variant="default" onClick={confirming.open}>
        <Trans>Drain…</Trans>
      </Button>
      <ConfirmDialog
        title={t`Drain ${name}?`}
        verb={t`Drain`}
        action={drain}
        isOpen={isConfirming}
        onClose={confirming.close}
      >
        <Text size="sm">
          <Trans>
            It takes no more work and no new connections. The clients that are connected to it move to the
            other servers, which take over its jobs. It works again when it is restarted.
          </Trans>
        </Text>
      </ConfirmDialog>
    </Group>
  );
}

function NeedMore({ database }: { database: 'sqlite' | 'postgres' }) {
  return (
    <Section title={t`More servers`}>
      <Text size="sm">
        {database === 'sqlite' ? (
          <Trans>
            One server needs nothing else. Several need PostgreSQL: back up, set <Code>DATABASE_URL</Code>,
            and restore the backup into it, which keeps everything.
          </Trans>
        ) : (
          <Trans>
            Start another server with the same <Code>DATABASE_URL</Code>, <Code>PUBLIC_URL</Code>,{' '}
            <Code>FILES_URL</Code> and keys (<Code>KEYS_DIR</Code>), and put a balancer before both.
          </Trans>
        )}
      </Text>
      <Anchor href="/docs/guides/several-servers" size="sm">
        <Trans>Guide to several servers</Trans>
      </Anchor>
    </Section>
  );
}
