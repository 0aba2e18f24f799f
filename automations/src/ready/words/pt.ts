import type { ReadyWords } from '../language.ts';

export const pt: ReadyWords = {
  motionLight: { label: 'Luz quando chega alguém' },
  doorLeftOpen: {
    label: 'Porta aberta',
    one: '{device} está aberto há 10 minutos.',
    any: 'Uma porta ou janela está aberta há 10 minutos.',
  },
  heatingSchedule: { label: 'Aquecimento de dia e de noite' },
  allOff: { label: 'Apagar todas as luzes quando saio' },
  waterLeak: {
    label: 'Fuga de água',
    one: '{device} detetou água.',
    any: 'Um sensor detetou água.',
  },
  freezer: {
    label: 'Congelador demasiado quente',
    text: 'A temperatura de {device} está demasiado alta: {{temperature}}{unit}.',
  },
  shutterWithTheSun: { label: 'Estores com o sol' },
  wakeUpLight: { label: 'Luz para acordar' },
  batteryLow: {
    label: 'Pilha quase gasta',
    one: 'A pilha de {device} está quase gasta.',
    any: 'A pilha de um dispositivo está quase gasta.',
  },
  deviceSilent: {
    label: 'Um sensor não dá sinal',
    one: '{device} não dá sinal há um dia.',
    any: 'Um sensor não dá sinal há um dia.',
  },
  welcomeHome: { label: 'Luz quando chego a casa' },
  holidayLook: { label: 'Luzes como se estivesse alguém em casa' },
};
