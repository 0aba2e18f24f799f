import type { Language } from '../../platform/http/language.ts';

const english = {
  language: 'en',
  who: (email: string, application: string) => `To the home of ${email}, in ${application}.`,
  cancel: 'Back to the app without adding',
  consentTitle: 'Add a device',
  consent: (maker: string) =>
    `${maker} makes these devices. If you allow it, ${maker} can add yours to this home within the next ten minutes.`,
  allow: 'Allow',
  doneTitle: 'This is done',
  done: 'The app shows what was found.',
  back: 'Back to the app',
  goneTitle: 'This page has ended',
  gone: 'It is open for five minutes, for one person. Go back to the app, and begin again there.',
  failedTitle: 'Your devices were not found',
  refused: 'You did not sign in at the maker of the device. Go back to the app to try again.',
  failed: 'The maker of the device did not answer as it should. Go back to the app, and try again later.',
  goOn: (host: string) => `Go on to ${host}`,
  endTitle: 'You can go back to the app',
  end: 'It shows what was found.',
};

export type PageTexts = typeof english;

const portuguese: PageTexts = {
  language: 'pt',
  who: (email, application) => `À casa de ${email}, em ${application}.`,
  cancel: 'Voltar à aplicação sem adicionar',
  consentTitle: 'Adicionar um dispositivo',
  consent: (maker) =>
    `${maker} faz estes dispositivos. Se permitir, ${maker} pode juntar os seus a esta casa nos próximos dez minutos.`,
  allow: 'Permitir',
  doneTitle: 'Está feito',
  done: 'A aplicação mostra o que foi encontrado.',
  back: 'Voltar à aplicação',
  goneTitle: 'Esta página terminou',
  gone: 'Fica aberta durante cinco minutos, para uma só pessoa. Volte à aplicação e comece de novo.',
  failedTitle: 'Os seus dispositivos não foram encontrados',
  refused: 'Não iniciou sessão no fabricante do dispositivo. Volte à aplicação para tentar de novo.',
  failed:
    'O fabricante do dispositivo não respondeu como devia. Volte à aplicação e tente de novo mais tarde.',
  goOn: (host) => `Continuar em ${host}`,
  endTitle: 'Pode voltar à aplicação',
  end: 'Ela mostra o que foi encontrado.',
};

/** The texts of the pages in every language that they support. */
export const pageTexts: Readonly<Record<Language, PageTexts>> = { en: english, pt: portuguese };
