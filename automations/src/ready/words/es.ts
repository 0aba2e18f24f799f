import type { ReadyWords } from '../language.ts';

export const es: ReadyWords = {
  motionLight: { label: 'Luz cuando viene alguien' },
  doorLeftOpen: {
    label: 'Puerta abierta',
    one: '{device} lleva 10 minutos abierto.',
    any: 'Una puerta o ventana lleva 10 minutos abierta.',
  },
  heatingSchedule: { label: 'Calefacción de día y de noche' },
  allOff: { label: 'Apagar todas las luces cuando salgo' },
  waterLeak: {
    label: 'Fuga de agua',
    one: '{device} ha detectado agua.',
    any: 'Un sensor ha detectado agua.',
  },
  freezer: {
    label: 'Congelador demasiado caliente',
    text: 'La temperatura de {device} es demasiado alta: {{temperature}}{unit}.',
  },
  shutterWithTheSun: { label: 'Persianas con el sol' },
  wakeUpLight: { label: 'Luz para despertar' },
  batteryLow: {
    label: 'Pila casi agotada',
    one: 'La pila de {device} está casi agotada.',
    any: 'La pila de un dispositivo está casi agotada.',
  },
  deviceSilent: {
    label: 'Un sensor no da señales',
    one: '{device} no ha dado señales desde hace un día.',
    any: 'Un sensor no ha dado señales desde hace un día.',
  },
  welcomeHome: { label: 'Luz cuando llego a casa' },
  holidayLook: { label: 'Luces como si hubiera alguien en casa' },
};
