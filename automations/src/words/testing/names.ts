import type { Address } from '@azulejo/model';
import type { NamedProperty, Names } from '../names.ts';

type Named = NamedProperty['property'];

const condition = (condition: Named['triggers'][number]['condition'], predicateLabel: string) => ({
  id: condition,
  condition,
  inputs: [],
  inputsLabel: '',
  label: '',
  predicateLabel,
});

const property = (
  label: string,
  className: string,
  controlInterface: Named['controlInterfaces'][number]['controlInterface'],
  config: Record<string, unknown> = {},
  parts: Partial<Named> = {},
): Named => ({
  label,
  classes: [`com.azulejo.properties.${className}`],
  controlInterfaces: [{ id: 'value', controlInterface, config }],
  triggers: [],
  states: [],
  actions: [],
  ...parts,
});

const onOff = { on: 'On', off: 'Off' };
const percent = { min: 0, max: 100, suffix: ' %' };
const modes = {
  options: [
    { label: 'Eco', value: 'eco' },
    { label: 'Comfort', value: 'comfort' },
  ],
};
const choices = { options: [{ label: 'Close', value: 'CLOSE' }] };

/** Devices of a home by channel, each with its property of that name. */
const devices: Readonly<
  Record<string, { readonly name: string; readonly properties: Record<string, Named> }>
> = {
  motion: {
    name: 'Hall motion',
    properties: { occupancy: property('Motion', 'security.occupancy', 'switch', onOff) },
  },
  light: {
    name: 'Hall light',
    properties: {
      status: property('On/off', 'control.status', 'switch', onOff),
      brightness: property('Brightness', 'lighting.brightness', 'slider', percent),
      color: property('Colour', 'lighting.color', 'color'),
      identify: property('Identify', 'settings.identify', 'button', { value: 'identify' }),
    },
  },
  lamp: {
    name: 'Sofa lamp',
    properties: { status: property('On/off', 'control.status', 'switch', onOff) },
  },
  door: {
    name: 'Front door',
    properties: {
      open: property('Opening', 'security.open', 'switch', { on: 'Open', off: 'Closed' }),
      locked: property('Locked', 'security.locked', 'switch', { on: 'Locked', off: 'Unlocked' }),
      battery: property('Battery', 'battery.battery', 'slider', percent),
    },
  },
  climate: {
    name: 'Bedroom',
    properties: {
      temperature: property('Temperature', 'climate.temperature', 'number', { suffix: ' °C' }),
      mode: property('Mode', 'settings.mode', 'text-picker', modes),
      setpoint: property('Target temperature', 'climate.occupied-heating-setpoint', 'slider', {
        suffix: ' °C',
      }),
    },
  },
  blind: {
    name: 'Garden blind',
    properties: { command: property('Movement', 'movement.command', 'text-picker', choices) },
  },
  bell: {
    name: 'Doorbell',
    properties: {
      ring: property('Ring', 'control.ring', 'text', {}, { triggers: [condition('equals', 'is rung')] }),
    },
  },
  freezer: { name: 'Freezer', properties: {} },
};

const addressOf = (channel: string, name: string): Address => ({ channel, component: 'c', property: name });
export const at = (path: string): Address => {
  const [channel = '', name = ''] = path.split('.');
  return addressOf(channel, name);
};

const named = (texts: Readonly<Record<string, string>>) => (id: string | undefined) =>
  Object.hasOwn(texts, id ?? '') ? texts[id ?? ''] : undefined;

export const names: Names = {
  property({ channel, property: name }) {
    const device = Object.hasOwn(devices, channel) ? devices[channel] : undefined;
    const found = device && Object.hasOwn(device.properties, name) ? device.properties[name] : undefined;
    return device && found && { device: device.name, property: found };
  },
  device: (channel) => (Object.hasOwn(devices, channel) ? devices[channel]?.name : undefined),
  room: named({ living: 'Living room' }),
  place: named({ work: 'Studio' }),
  person: named({ '': 'Ana', ana: 'Ana', rui: 'Rui' }),
  scene: named({ S: 'Movie night' }),
  automation: named({ A: 'Holiday look' }),
  class(name) {
    const all = Object.values(devices).flatMap((device) => Object.values(device.properties));
    return all.find(({ classes }) => classes.some((each) => each.endsWith(`.${name}`)));
  },
  unit: named({ fahrenheit: ' °F', celsius: ' °C' }),
};
