import type { PortalManagerDetail } from '@azulejo/contract';
import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '../../design/icons.generated.ts';
import { exactTime, When } from '../../design/when.tsx';
import { Fact, Facts } from '../parts/facts.tsx';
import { Section } from '../parts/section.tsx';
import { kindWords } from './words.ts';

/** Whether the manager was seen, and whether it answers. */
export function Health({ manager }: { manager: PortalManagerDetail }) {
  const { kind, is_connected: isConnected, last_seen: seen, channels, users, is_counted: isWhole } = manager;
  const more = isWhole ? '' : ' or more';
  return (
    <Section title="Health" text={kindWords[kind].text}>
      <Trouble manager={manager} />
      <BridgeTrouble bridge={manager.bridge} />
      <Facts>
        <Fact label="MQTT">{isConnected ? 'Connected' : 'Not connected'}</Fact>
        <Fact label="Last request">{seen === null ? 'Never' : <When at={seen} />}</Fact>
        {kind === 'webhooks' && <Fact label="Webhooks">{webhooksText(manager)}</Fact>}
        {manager.bridge && <BridgeFacts bridge={manager.bridge} />}
        <Fact label="Channels">{channels.toLocaleString() + more}</Fact>
        <Fact label="People">{users.toLocaleString() + more}</Fact>
      </Facts>
    </Section>
  );
}

const webhooksText = ({ health }: PortalManagerDetail): string =>
  ({ working: 'Answer', unknown: 'Not called yet', failing: 'Failing', paused: 'Paused' })[health];

type Bridge = NonNullable<PortalManagerDetail['bridge']>;

const bridgeStates: Readonly<Record<Bridge['state'], string>> = {
  waiting: 'Not started yet',
  starting: 'Starting',
  running: 'Running',
  failing: 'Failing',
  stopped: 'Stopped',
  external: 'Run by the operator',
};

const BridgeFacts = ({ bridge: { state, version, mqtt_url: url } }: { bridge: Bridge }) => (
  <>
    <Fact label="Bridge">{bridgeStates[state]}</Fact>
    <Fact label="MQTT server">{url}</Fact>
    {version !== '' && <Fact label="Version of the system">{version}</Fact>}
  </>
);

/** Says what is wrong with a bridge. */
function BridgeTrouble({ bridge }: { bridge: PortalManagerDetail['bridge'] }) {
  if (!bridge || bridge.problem === '') return null;
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={`The bridge: ${bridgeStates[bridge.state]}`}>
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
    <Alert color="red" icon={<IconAlertTriangle />} title="People cannot add devices of this manager now">
      {since !== undefined && (
        <Text size="sm">
          {failing.map(({ name }) => name).join(', ')}: failing since {exactTime(since)}.
        </Text>
      )}
      {paused && (
        <Text size="sm">
          After five failed calls in a row, the platform waits before it calls again, until{' '}
          {exactTime(paused)}.
        </Text>
      )}
    </Alert>
  );
}
