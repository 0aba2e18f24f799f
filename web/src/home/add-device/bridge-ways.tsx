import type { BridgeList } from '@azulejo/contract';
import { counted } from '../../design/counted.ts';
import { IconPlus, IconRouter } from '../../design/icons.generated.ts';
import { countNew } from '../bridges/seen-devices.ts';
import { usePreferencesDocument } from '../preferences/use-preferences.ts';
import { bridgeTexts } from './bridge-types.ts';
import { Way } from './way.tsx';

const types = ['zigbee2mqtt', 'mqtt-discovery'] as const;

/** The person's bridges, and the way to connect one, or what to ask the operator for. */
export function BridgeWays({ bridges, can_connect: canConnect, reason }: BridgeList) {
  const preferences = usePreferencesDocument();
  return (
    <>
      {bridges.map((bridge) => (
        <Way
          key={bridge.id}
          link={{ to: '/add/from/$bridgeId', params: { bridgeId: bridge.id } }}
          icon={IconRouter}
          title={bridge.name}
        >
          {bridge.problem === '' ? counted(bridge.devices, 'device') : bridge.problem}
          {countNew(preferences, bridge) > 0 && <strong> · {countNew(preferences, bridge)} new</strong>}
        </Way>
      ))}
      {canConnect ? (
        types.map((type) => (
          <Way
            key={type}
            link={{ to: '/add/bridge', search: { type } }}
            icon={IconPlus}
            title={`Connect ${bridgeTexts[type].name}`}
          >
            {bridgeTexts[type].promise}
          </Way>
        ))
      ) : (
        <Way icon={IconRouter} title="Zigbee devices, with Zigbee2MQTT">
          {reason} Ask the person who runs this platform to connect your Zigbee2MQTT: they need the address of
          its MQTT server, and the user and password there.
        </Way>
      )}
    </>
  );
}
