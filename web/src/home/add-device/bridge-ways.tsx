import type { BridgeList } from '@azulejo/contract';
import { counted } from '../../design/counted.ts';
import { IconPlus, IconRouter } from '../../design/icons.generated.ts';
import { countNew } from '../bridges/seen-devices.ts';
import { usePreferencesDocument } from '../preferences/use-preferences.ts';
import { Way } from './way.tsx';

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
        <Way link={{ to: '/add/bridge' }} icon={IconPlus} title="Connect Zigbee2MQTT">
          All your Zigbee devices at once, also those that the platform does not know.
        </Way>
      ) : (
        <Way icon={IconRouter} title="Zigbee devices, with Zigbee2MQTT">
          {reason} Ask the person who runs this platform to connect your Zigbee2MQTT: they need the address of
          its MQTT server, and the user and password there.
        </Way>
      )}
    </>
  );
}
