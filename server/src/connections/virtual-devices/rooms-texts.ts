import type { Language } from '../../platform/http/language.ts';

const english = {
  title: 'Add a virtual device',
  what: 'This is a simulated device. It behaves like a real one but controls nothing.',
  question: 'In which rooms is there one?',
  none: 'Choose at least one room.',
  confirm: 'Add to the list',
  after: 'The app then shows what was found, and you choose.',
  rooms: {
    'living-room': 'Living room',
    kitchen: 'Kitchen',
    bedroom: 'Bedroom',
    'childrens-room': 'Children’s room',
    bathroom: 'Bathroom',
    hall: 'Hall',
    study: 'Study',
    garden: 'Garden',
  },
};

export type RoomsTexts = typeof english;
export type Room = keyof RoomsTexts['rooms'];

const portuguese: RoomsTexts = {
  title: 'Adicionar um dispositivo virtual',
  what: 'Este dispositivo é simulado. Comporta-se como um verdadeiro, mas não controla nada.',
  question: 'Em que divisões há um?',
  none: 'Escolha pelo menos uma divisão.',
  confirm: 'Juntar à lista',
  after: 'A aplicação mostra depois o que foi encontrado, e pode escolher.',
  rooms: {
    'living-room': 'Sala',
    kitchen: 'Cozinha',
    bedroom: 'Quarto',
    'childrens-room': 'Quarto das crianças',
    bathroom: 'Casa de banho',
    hall: 'Entrada',
    study: 'Escritório',
    garden: 'Jardim',
  },
};

export const roomIds = Object.keys(english.rooms) as readonly Room[];

/** The texts of the form in every language that the pages support. */
export const roomsTexts: Readonly<Record<Language, RoomsTexts>> = { en: english, pt: portuguese };
