/** The texts of the pages, in every language that they support. */
const english = {
  language: 'en',
  title: 'Add a virtual device',
  who: (email: string, application: string) => `To the home of ${email}, in ${application}.`,
  what: 'This is a simulated device. It behaves like a real one but controls nothing.',
  question: 'In which rooms is there one?',
  none: 'Choose at least one room.',
  confirm: 'Add to the list',
  cancel: 'Back to the app without adding',
  after: 'The app then shows what was found, and you choose.',
  consentTitle: 'Add a device',
  consent: (maker: string) =>
    `${maker} makes these devices. If you allow it, ${maker} can add yours to this home within the next ten minutes.`,
  allow: 'Allow',
  doneTitle: 'This is done',
  done: 'The app shows what was found.',
  back: 'Back to the app',
  goneTitle: 'This page has ended',
  gone: 'It is open for five minutes, for one person. Go back to the app, and begin again there.',
  endTitle: 'You can go back to the app',
  end: 'It shows what was found.',
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

export type PageTexts = typeof english;
export type Room = keyof PageTexts['rooms'];

const portuguese: PageTexts = {
  language: 'pt',
  title: 'Adicionar um dispositivo virtual',
  who: (email, application) => `À casa de ${email}, em ${application}.`,
  what: 'Este dispositivo é simulado. Comporta-se como um verdadeiro, mas não controla nada.',
  question: 'Em que divisões há um?',
  none: 'Escolha pelo menos uma divisão.',
  confirm: 'Juntar à lista',
  cancel: 'Voltar à aplicação sem adicionar',
  after: 'A aplicação mostra depois o que foi encontrado, e pode escolher.',
  consentTitle: 'Adicionar um dispositivo',
  consent: (maker) =>
    `${maker} faz estes dispositivos. Se permitir, ${maker} pode juntar os seus a esta casa nos próximos dez minutos.`,
  allow: 'Permitir',
  doneTitle: 'Está feito',
  done: 'A aplicação mostra o que foi encontrado.',
  back: 'Voltar à aplicação',
  goneTitle: 'Esta página terminou',
  gone: 'Fica aberta durante cinco minutos, para uma só pessoa. Volte à aplicação e comece de novo.',
  endTitle: 'Pode voltar à aplicação',
  end: 'Ela mostra o que foi encontrado.',
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

/**
 * Returns the texts in the supported language with the highest weight in `Accept-Language` (RFC 9110 12.5.4);
 * English without one.
 */
export function textsFor(acceptLanguage: string | undefined): PageTexts {
  const ranges = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return { language: tag.split('-', 1)[0], weight: Number(weight) || 0 };
    });
  const [first] = ranges
    .filter(({ language, weight }) => weight > 0 && (language === 'en' || language === 'pt'))
    .toSorted((one, other) => other.weight - one.weight);
  return first?.language === 'pt' ? portuguese : english;
}
