import type { BridgeList } from '@azulejo/contract';
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { IconPlus } from '../../../design/icons.generated.ts';
import { IconRouter } from '../../../design/page-icons.generated.ts';
import { useNewDevices } from '../bridges/use-new-devices.ts';
import { bridgeTexts } from './bridge-types.ts';
import { Way } from './way.tsx';

const types = ['zigbee2mqtt', 'mqtt-discovery'] as const;

/** Lists the person's bridges, and says how to connect one, or what to ask the operator for. */
export function BridgeWays({ bridges, can_connect: canConnect, reason }: BridgeList) {
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
