import type { ReadyWords } from '../language.ts';

export const fr: ReadyWords = {
  motionLight: { label: 'Lumière quand quelqu’un arrive' },
  doorLeftOpen: {
    label: 'Porte restée ouverte',
    one: '{device} est ouvert depuis 10 minutes.',
    any: 'Une porte ou une fenêtre est ouverte depuis 10 minutes.',
  },
  heatingSchedule: { label: 'Chauffage de jour et de nuit' },
  allOff: { label: 'Tout éteindre quand je pars' },
  waterLeak: {
    label: 'Fuite d’eau',
    one: '{device} a détecté de l’eau.',
    any: 'Un capteur a détecté de l’eau.',
  },
  freezer: {
    label: 'Congélateur trop chaud',
    text: 'La température de {device} est trop élevée : {{temperature}}{unit}.',
  },
  shutterWithTheSun: { label: 'Volets selon le soleil' },
  wakeUpLight: { label: 'Lumière de réveil' },
  batteryLow: {
    label: 'Pile presque vide',
    one: 'La pile de {device} est presque vide.',
    any: 'La pile d’un appareil est presque vide.',
  },
  deviceSilent: {
    label: 'Un capteur ne répond plus',
    one: '{device} n’a rien signalé depuis un jour.',
    any: 'Un capteur n’a rien signalé depuis un jour.',
  },
  welcomeHome: { label: 'Lumière quand je rentre' },
  holidayLook: { label: 'Lumières comme si quelqu’un était là' },
};
