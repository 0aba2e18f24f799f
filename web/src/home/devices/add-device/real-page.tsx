import type { BridgeList } from '@azulejo/contract';
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconPlus } from '../../../design/icons.generated.ts';
import { IconQrcode, IconRouter } from '../../../design/page-icons.generated.ts';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { useSession } from '../../data/session/session.ts';
import { usePageTitle } from '../../kit/ui/page-title.ts';
import { bridgesQuery } from '../bridges/bridges-query.ts';
import { useNewDevices } from '../bridges/use-new-devices.ts';
import { BackLink } from './back-link.tsx';
import { bridgeTexts } from './bridge-types.ts';
import { Catalogue } from './catalogue.tsx';
import { isVirtual, kindsQuery } from './kinds.ts';
import { Way } from './way.tsx';
import ways from './ways.module.css';

/** Offers the ways to connect real devices: by a code, through a bridge, or from their maker. */
export function RealPage() {
  usePageTitle(t`Connect something real`);
  const { client } = useSession();
  const kinds = useQuery(kindsQuery(client));
  const bridges = useQuery(bridgesQuery(client));
  const ofBridges = new Set(bridges.data?.bridges.map(({ id }) => id));
  const real = (kinds.data ?? []).filter((kind) => !isVirtual(kind) && !ofBridges.has(kind.manager_id ?? ''));
  return (
    <Stack gap="lg">
      <Stack gap="md">
        <BackLink to="/add">
          <Trans>Add a device</Trans>
        </BackLink>
        <Title order={1}>
          <Trans>Connect something real</Trans>
        </Title>
      </Stack>
      <div className={ways.doors}>
        {bridges.data && <BridgeWays {...bridges.data} />}
        <Way link={{ to: '/add/code' }} icon={IconQrcode} title={t`A device with a code`}>
          <Trans>The code is printed on the device, its box or its manual.</Trans>
        </Way>
      </div>
      {(kinds.isPending || bridges.isPending) && <LoadingState />}
      {bridges.isError && !bridges.data && (
        <ErrorState error={bridges.error} onRetry={() => void bridges.refetch()} />
      )}
      {kinds.isError && !kinds.data && (
        <ErrorState error={kinds.error} onRetry={() => void kinds.refetch()} />
      )}
      {real.length > 0 && (
        <section>
          <Title order={2} size="h3" mb="sm">
            <Trans>From their makers</Trans>
          </Title>
          <Catalogue kinds={real} />
        </section>
      )}
      <Text>
        <Trans>
          Not sure?{' '}
          <Anchor
            underline="always"
            renderRoot={(props) => <Link to="/add/supported" search={{}} {...props} />}
          >
            Check whether your device is supported
          </Anchor>
          .
        </Trans>
      </Text>
    </Stack>
  );
}

const types = ['zigbee2mqtt', 'mqtt-discovery'] as const;

/** Lists the person's bridges, and says how to connect one, or what to ask the operator for. */
function BridgeWays({ bridges, can_connect: canConnect, reason }: BridgeList) {
  const newDevices = new Map(useNewDevices().map(({ bridge, count }) => [bridge.id, count]));
  return (
    <>
      {bridges.map((bridge) => (
        <Way
          key={bridge.id}
          link={{ to: '/add/from/$bridgeId', params: { bridgeId: bridge.id } }}
          icon={IconRouter}
          title={bridge.name}
        >
          {bridge.problem === ''
            ? plural(bridge.devices, { one: '# device', other: '# devices' })
            : bridge.problem}
          {newDevices.has(bridge.id) && <NewDevices count={newDevices.get(bridge.id) ?? 0} />}
        </Way>
      ))}
      {canConnect ? (
        types.map((type) => (
          <Way
            key={type}
            link={{ to: '/add/bridge', search: { type } }}
            icon={IconPlus}
            title={connectTitle(bridgeTexts(type).name)}
          >
            {bridgeTexts(type).promise}
          </Way>
        ))
      ) : (
        <Way icon={IconRouter} title={t`Zigbee devices, with Zigbee2MQTT`}>
          <Trans>
            {reason} Ask the person who runs this platform to connect your Zigbee2MQTT: they need the address
            of its MQTT server, and the user and password there.
          </Trans>
        </Way>
      )}
    </>
  );
}

function NewDevices({ count }: { count: number }) {
  return (
    <strong>
      {' · '}
      <Plural value={count} one="# new" other="# new" />
    </strong>
  );
}

const connectTitle = (name: string): string => t`Connect ${name}`;
