import type { Entity } from './entity.ts';
import { binary, type Component, type Device, settingOf, stateOf, topicsOf } from './shelly-rpc.ts';
import { listOf, type Members, numberOf } from './text.ts';

type Range = { readonly min: number; readonly max: number; readonly step: number };

/** Returns the set point of a component with a thermostat, and the temperature that it measures. */
function climateConfig(device: Device, component: Component, range: Range, command: string): Members {
  return {
    temperature_state_topic: topicsOf(device, component, 'target_C'),
    temperature_command_topic: `${device.prefix}/rpc`,
    temperature_command_template: command,
    current_temperature_topic: topicsOf(device, component, 'current_C'),
    min_temp: range.min,
    max_temp: range.max,
    temp_step: range.step,
  };
}

/** Maps the thermostat of a wall display: its set point, whether it is on, and whether it heats now. */
export function thermostat(device: Device, component: Component, name: string): Entity[] {
  const { id, status, config } = component;
  const [min = 5, max = 35] = listOf(config['target_range']).map(numberOf);
  const set = (members: Members) => settingOf(device, 'Thermostat.SetConfig', { id, config: members });
  const part = name === '' ? '' : `-${name}`;
  return [
    {
      component: 'climate',
      name,
      config: climateConfig(device, component, { min, max, step: 0.5 }, set({ target_C: '{{ value }}' })),
    },
    ...('enable' in status
      ? [
          {
            component: 'switch',
            name: `thermostat${part}`,
            config: {
              ...stateOf(device, component, 'enable'),
              state_on: 'true',
              state_off: 'false',
              command_topic: `${device.prefix}/rpc`,
              payload_on: set({ enable: true }),
              payload_off: set({ enable: false }),
              entity_category: 'config',
            },
          },
        ]
      : []),
    ...('output' in status
      ? [
          {
            ...binary(device, component, 'output'),
            name: `${config['type'] === 'cooling' ? 'cooling' : 'heating'}${part}`,
          },
        ]
      : []),
  ];
}

/** Maps the valve of a radiator that is connected by Bluetooth. */
export function valveOfRadiator(device: Device, component: Component, name: string): Entity[] {
  const set = settingOf(device, 'BluTrv.Call', {
    id: component.id,
    method: 'TRV.SetTarget',
    params: { id: 0, target_C: '{{ value }}' },
  });
  return [
    {
      component: 'climate',
      name,
      config: climateConfig(device, component, { min: 4, max: 30, step: 0.1 }, set),
    },
  ];
}
