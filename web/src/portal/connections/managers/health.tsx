import type { PortalManagerDetail } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '../../../design/page-icons.generated.ts';
import { exactTime, When } from '../../../design/when.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Section } from '../../ui/section.tsx';
import { kindWords } from './labels.ts';

/** Whether the manager was seen, and whether it answers. */
export function Health({ manager }: { manager: PortalManagerDetail }) {
  const { kind, is_connected: isConnected, last_seen: seen, channels, users, is_counted: isWhole } = manager;
  const countText = (count: number) =>
    isWhole ? count.toLocaleString() : t`${count.toLocaleString()} or more`;
  return (
    <Section title={t`Health`} text={kindWords()[kind].text}>
      <Trouble manager={manager} />
      <BridgeTrouble bridge={manager.bridge} />
      <Facts>
        <Fact label={t`MQTT`}>
          {isConnected ? t({ message: 'Connected', context: 'state' }) : t`Not connected`}
        </Fact>
        <Fact label={t`Last request`}>{seen === null ? t`Never` : <When at={seen} />}</Fact>
        {kind === 'webhooks' && <Fact label={t`Webhooks`}>{webhooksText(manager)}</Fact>}
        {manager.bridge && <BridgeFacts bridge={manager.bridge} />}
        <Fact label={t`Channels`}>{countText(channels)}</Fact>
        <Fact label={t`People`}>{countText(users)}</Fact>
      </Facts>
    </Section>
  );
}

const webhooksText = ({ health }: PortalManagerDetail): string =>
  ({
    working: t({ message: 'Answer', context: 'webhooks' }),
    unknown: t`Not called yet`,
    failing: t({ message: 'Failing', context: 'webhooks' }),
    paused: t({ message: 'Paused', context: 'webhooks' }),
  })[health];

type Bridge = NonNullable<PortalManagerDetail['bridge']>;

const bridgeStates = (): Readonly<Record<Bridge['state'], string>> => ({
  waiting: t`Not started yet`,
  starting: t`Starting`,
  running: t`Running`,
  failing: t({ message: 'Failing', context: 'state' }),
  stopped: t`Stopped`,
  external: t`Run by the operator`,
});

const BridgeFacts = ({ bridge: { state, version, mqtt_url: url } }: { bridge: Bridge }) => (
  <>
    <Fact label={t`Bridge`}>{bridgeStates()[state]}</Fact>
    <Fact label={t`MQTT server`}>{url}</Fact>
    {version !== '' && <Fact label={t`Version of the system`}>{version}</Fact>}
  </>
);

/** Says what is wrong with a bridge. */
function BridgeTrouble({ bridge }: { bridge: PortalManagerDetail['bridge'] }) {
  if (!bridge || bridge.problem === '') return null;
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={t`The bridge: ${bridgeStates()[bridge.state]}`}>
      <Text size="sm">{bridge.problem}</Text>
    </Alert>
  );
}

/** Says what fails, since when, and what the platform does about it. */
function Trouble({ manager }: { manager: PortalManagerDetail }) {
  const failing = manager.webhooks.filter(({ url, failing_since: since }) => url !== null && since !== null);
  const paused = manager.webhooks.find(({ paused_until: until }) => until !== null)?.paused_until;
  const [since] = failing.map(({ failing_since: at }) => at ?? '').toSorted();
  if (since === undefined && paused === undefined) return null;
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={t`People cannot add devices of this manager now`}>
      {since !== undefined && (
        <Text size="sm">
          <Trans>
            {failing.map(({ name }) => name).join(', ')}: failing since {exactTime(since)}.
          </Trans>
        </Text>
      )}
      {paused && (
        <Text size="sm">
          <Trans>
            After five failed calls in a row, the platform waits before it calls again, until{' '}
            {exactTime(paused)}.
          </Trans>
        </Text>
      )}
    </Alert>
  );
}
