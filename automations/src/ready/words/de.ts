import type { ReadyWords } from '../language.ts';

export const de: ReadyWords = {
  motionLight: { label: 'Licht, wenn jemand kommt' },
  doorLeftOpen: {
    label: 'Tür steht offen',
    one: '{device} ist seit 10 Minuten offen.',
    any: 'Eine Tür oder ein Fenster ist seit 10 Minuten offen.',
  },
  heatingSchedule: { label: 'Heizung bei Tag und Nacht' },
  allOff: { label: 'Alle Lichter aus, wenn ich gehe' },
  waterLeak: {
    label: 'Wasser läuft aus',
    one: '{device} meldet Wasser.',
    any: 'Ein Sensor meldet Wasser.',
  },
  freezer: {
    label: 'Gefrierschrank zu warm',
    text: '{device} ist zu warm: {{temperature}}{unit}.',
  },
  shutterWithTheSun: { label: 'Rollläden mit der Sonne' },
  wakeUpLight: { label: 'Lichtwecker' },
  batteryLow: {
    label: 'Batterie schwach',
    one: 'Die Batterie von {device} ist fast leer.',
    any: 'Die Batterie eines Geräts ist fast leer.',
  },
  deviceSilent: {
    label: 'Sensor meldet sich nicht',
    one: '{device} hat sich seit einem Tag nicht gemeldet.',
    any: 'Ein Sensor hat sich seit einem Tag nicht gemeldet.',
  },
  welcomeHome: { label: 'Licht, wenn ich nach Hause komme' },
  holidayLook: { label: 'Lichter, als wäre jemand zu Hause' },
};
