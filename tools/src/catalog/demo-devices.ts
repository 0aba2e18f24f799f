import type { Json } from './plausible.ts';

/** A device of the demo home with its specific values. All other values are plausible defaults. */
export interface DemoDevice {
  readonly name: string;
  readonly area: string;
  /** Holds the template's file name. */
  readonly template: string;
  /** Names of its tiles, if they are not named after it. */
  readonly tiles?: readonly string[];
  /** Values by property id, or by `component/property` where components differ. */
  readonly values?: Readonly<Record<string, Json>>;
}

/** The devices of a family of four in a house with a garden, on an evening in spring. */
export const demoDevices: readonly DemoDevice[] = [
  {
    name: 'Sofa lamp',
    area: 'Living room',
    template: 'philips-9290022166',
    values: { status: true, brightness: 62, color: { h: 28, s: 72, v: 100 }, 'color-temperature': 400 },
  },
  {
    name: 'Ceiling light',
    area: 'Living room',
    template: 'ikea-led1546g12',
    values: { status: true, brightness: 45, 'color-temperature': 370 },
  },
  {
    name: 'Living room radiator',
    area: 'Living room',
    template: 'bosch-bth-ra',
    values: {
      'local-temperature': 21.3,
      'occupied-heating-setpoint': 21.5,
      'pi-heating-demand': 24,
      'running-state': 'heat',
    },
  },
  {
    name: 'Shelf light strip',
    area: 'Living room',
    template: 'gledopto-gl-c-008p',
    values: { status: false, brightness: 80, color: { h: 210, s: 65, v: 100 } },
  },
  {
    name: 'TV and console',
    area: 'Living room',
    tiles: ['Television', 'Games console', 'Speakers', 'Record player'],
    template: 'shelly-s4pl-00416eu',
    values: {
      'socket-1/active-power': 94.6,
      'socket-2/active-power': 1.3,
      'socket-1/current': 0.41,
      'socket-2/current': 0.01,
      'socket-1/status': true,
      'socket-2/status': true,
      'socket-3/status': false,
      'socket-4/status': false,
    },
  },
  { name: 'Garden blind', area: 'Living room', template: 'ikea-e1757', values: { position: 70 } },
  {
    name: 'Air monitor',
    area: 'Living room',
    template: 'ikea-e2112',
    values: { pm25: 6, 'voc-index': 92, temperature: 21.6, humidity: 46 },
  },
  {
    name: 'Worktop light',
    area: 'Kitchen',
    template: 'innr-rb-285-c',
    values: { status: true, brightness: 100 },
  },
  {
    name: 'Dishwasher',
    area: 'Kitchen',
    template: 'innr-sp-240',
    values: { status: true, 'active-power': 1874.2, current: 8.13, voltage: 230.5, energy: 412.7 },
  },
  { name: 'Under the sink', area: 'Kitchen', template: 'aqara-sjcgq11lm', values: { battery: 93 } },
  { name: 'Smoke alarm', area: 'Kitchen', template: 'bosch-bsd-2' },
  { name: 'Boiler CO alarm', area: 'Kitchen', template: 'heiman-hs1ca-e' },
  {
    name: 'Dining table dimmer',
    area: 'Kitchen',
    template: 'ubisys-d1',
    values: { status: false, brightness: 55 },
  },
  {
    name: 'Front door',
    area: 'Hall',
    template: 'yale-yrd426nrsc',
    values: { locked: true, 'lock-state': 'locked' },
  },
  { name: 'Front door contact', area: 'Hall', template: 'aqara-mccgq11lm', values: { battery: 78 } },
  {
    name: 'Hall motion',
    area: 'Hall',
    template: 'philips-9290012607',
    values: { occupancy: true, illuminance: 34, temperature: 20.1 },
  },
  { name: 'Hall switch', area: 'Hall', template: 'philips-929002398602' },
  { name: 'Siren', area: 'Hall', template: 'heiman-hs2wd-e' },
  {
    name: 'Bedside lamp',
    area: 'Bedroom',
    template: 'ikea-led2109g6',
    values: { status: false, brightness: 30, color: { h: 18, s: 85, v: 100 } },
  },
  {
    name: 'Bedroom climate',
    area: 'Bedroom',
    template: 'aqara-wsdcgq11lm',
    values: { temperature: 19.2, humidity: 51.4, pressure: 1016.8 },
  },
  {
    name: 'Bedroom window',
    area: 'Bedroom',
    template: 'sonoff-snzb-04p',
    values: { open: true, battery: 18 },
  },
  {
    name: 'Bedroom radiator',
    area: 'Bedroom',
    template: 'eurotronic-spzb0001',
    values: {
      'local-temperature': 18.9,
      'occupied-heating-setpoint': 18.5,
      'current-heating-setpoint': 18.5,
      'pi-heating-demand': 0,
      battery: 64,
    },
  },
  { name: 'Curtain', area: 'Bedroom', template: 'aqara-zncldj12lm', values: { position: 100 } },
  {
    name: 'Air purifier',
    area: 'Children’s room',
    template: 'ikea-e2007',
    values: { status: true, 'fan-mode': 'auto', 'fan-speed': 3, pm25: 9 },
  },
  {
    name: 'Night light',
    area: 'Children’s room',
    template: 'philips-9290022169',
    values: { status: true, brightness: 12, 'color-temperature': 450 },
  },
  { name: 'Scene button', area: 'Children’s room', template: 'aqara-wxkg11lm', values: { battery: 41 } },
  {
    name: 'Desk presence',
    area: 'Study',
    template: 'sonoff-snzb-06p',
    values: { occupancy: true, illumination: 'bright' },
  },
  { name: 'Daylight', area: 'Study', template: 'aqara-gzcgq11lm', values: { illuminance: 412 } },
  {
    name: 'Desk sockets',
    area: 'Study',
    tiles: ['Computer', 'Printer'],
    template: 'third-reality-3rdp01072z',
    values: {
      'socket-1/status': true,
      'socket-2/status': false,
      'socket-1/active-power': 86.4,
      'socket-2/active-power': 0,
    },
  },
  { name: 'Washing machine', area: 'Utility room', template: 'aqara-djt11lm', values: { vibration: true } },
  { name: 'Gas alarm', area: 'Utility room', template: 'heiman-hs3cg' },
  {
    name: 'Electricity meter',
    area: 'Utility room',
    template: 'frient-emizb-141',
    values: { 'active-power': 2317, energy: 18452.6 },
  },
  { name: 'Lawn watering', area: 'Garden', template: 'sonoff-swv', values: { status: false, flow: 0 } },
  {
    name: 'Terrace lights',
    area: 'Garden',
    template: 'aqara-ws-euk02',
    values: { 'switch-left/status': true, 'switch-right/status': false },
  },
];
