import type { Language } from '../../platform/http/language.ts';

const english = {
  language: 'en',
  who: (email: string, application: string) => `To the home of ${email}, in ${application}.`,
  cancel: 'Back to the app without adding',
  consentTitle: 'Add a device',
  consent: (maker: string) =>
    `${maker} makes these devices. If you allow it, ${maker} can add yours to this home within the next ten minutes.`,
  allow: 'Allow',
  goOn: (host: string) => `Continue to ${host}`,
  back: 'Back to the app',
  doneTitle: 'You have already answered',
  done: 'Go back to the app to see which devices were found.',
  goneTitle: 'This page has expired',
  gone: 'It works for a few minutes, once, and only in the browser that opened it. Go back to the app and start again.',
  refusedTitle: 'You did not sign in',
  refused:
    'Nothing was added. To add your devices, sign in at their maker: go back to the app and try again.',
  failedTitle: 'Something went wrong at the maker',
  failed: 'Nothing was added. Go back to the app and try again later.',
  lateTitle: 'The maker did not answer in time',
  late: 'Nothing was added. Go back to the app and try again in a few minutes.',
  endTitle: 'You can go back to the app',
  end: 'It shows which devices were found.',
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
  goOn: (host) => `Continuar para ${host}`,
  back: 'Voltar à aplicação',
  doneTitle: 'Já respondeu',
  done: 'Volte à aplicação para ver que dispositivos foram encontrados.',
  goneTitle: 'Esta página expirou',
  gone: 'Funciona durante alguns minutos, uma vez, e só no navegador que a abriu. Volte à aplicação e comece de novo.',
  refusedTitle: 'Não iniciou sessão',
  refused:
    'Nada foi adicionado. Para adicionar os seus dispositivos, inicie sessão no fabricante: volte à aplicação e tente de novo.',
  failedTitle: 'Algo correu mal no fabricante',
  failed: 'Nada foi adicionado. Volte à aplicação e tente de novo mais tarde.',
  lateTitle: 'O fabricante não respondeu a tempo',
  late: 'Nada foi adicionado. Volte à aplicação e tente de novo dentro de alguns minutos.',
  endTitle: 'Pode voltar à aplicação',
  end: 'Ela mostra que dispositivos foram encontrados.',
};

/** The texts of the pages in every language that they support. */
export const pageTexts: Readonly<Record<Language, PageTexts>> = { en: english, pt: portuguese };
