/** Names and texts of ready automations: `one` is about a single device of a kind, and `any` about several. */
export const ready = {
  motionLight: { label: 'Light when somebody comes' },
  doorLeftOpen: {
    label: 'Door left open',
    one: '{device} has been open for 10 minutes.',
    any: 'A door or window has been open for 10 minutes.',
  },
  heatingSchedule: { label: 'Heating by day and night' },
  allOff: { label: 'All lights off when I leave' },
  waterLeak: {
    label: 'Water leak',
    one: '{device} has found water.',
    any: 'A sensor has found water.',
  },
  /** `{{temperature}}` is filled in when the notification is sent. */
  freezer: {
    label: 'Freezer too warm',
    text: '{device} is too warm: {{temperature}}{unit}.',
  },
  shutterWithTheSun: { label: 'Shutters with the sun' },
  wakeUpLight: { label: 'Wake-up light' },
  batteryLow: {
    label: 'Battery low',
    one: 'The battery of {device} is almost empty.',
    any: 'The battery of a device is almost empty.',
  },
  deviceSilent: {
    label: 'Sensor has fallen silent',
    one: '{device} has not reported anything for a day.',
    any: 'A sensor has not reported anything for a day.',
  },
  welcomeHome: { label: 'Light when I come home' },
  holidayLook: { label: 'Lights as if somebody were at home' },
};
