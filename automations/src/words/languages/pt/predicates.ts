import type { Predicate, Predicates } from '../../vocabulary.ts';

const forms = (does: string, is: string, stays: string, did: string): Predicate => ({
  does,
  is,
  stays,
  has: is,
  did,
});

const detects = (what: string) => ({
  yes: forms(`deteta ${what}`, `deteta ${what}`, `deteta ${what}`, `detetou ${what}`),
  no: forms(
    `deixa de detetar ${what}`,
    `não deteta ${what}`,
    `não deteta ${what}`,
    `deixou de detetar ${what}`,
  ),
});

export const predicates: Predicates = {
  on: {
    yes: forms('é ligad(o|a)', 'está ligad(o|a)', 'fica ligad(o|a)', 'foi ligad(o|a)'),
    no: forms('é desligad(o|a)', 'está desligad(o|a)', 'fica desligad(o|a)', 'foi desligad(o|a)'),
  },
  open: {
    yes: forms('abre', 'está abert(o|a)', 'fica abert(o|a)', 'abriu'),
    no: forms('fecha', 'está fechad(o|a)', 'fica fechad(o|a)', 'fechou'),
  },
  locked: {
    yes: forms('é trancad(o|a)', 'está trancad(o|a)', 'fica trancad(o|a)', 'foi trancad(o|a)'),
    no: forms('é destrancad(o|a)', 'está destrancad(o|a)', 'fica destrancad(o|a)', 'foi destrancad(o|a)'),
  },
  motion: detects('movimento'),
  presence: {
    yes: forms('nota alguém', 'nota alguém', 'nota alguém', 'notou alguém'),
    no: forms('deixa de notar alguém', 'não nota ninguém', 'não nota ninguém', 'deixou de notar alguém'),
  },
  vibration: {
    yes: forms('começa a vibrar', 'vibra', 'continua a vibrar', 'começou a vibrar'),
    no: forms('deixa de vibrar', 'está parad(o|a)', 'fica parad(o|a)', 'deixou de vibrar'),
  },
  tamper: {
    yes: forms('é violad(o|a)', 'está violad(o|a)', 'fica violad(o|a)', 'foi violad(o|a)'),
    no: forms(
      'volta a estar intact(o|a)',
      'está intact(o|a)',
      'fica intact(o|a)',
      'voltou a estar intact(o|a)',
    ),
  },
  leak: {
    yes: forms('deteta água', 'deteta água', 'deteta água', 'detetou água'),
    no: forms('volta a estar sec(o|a)', 'está sec(o|a)', 'fica sec(o|a)', 'voltou a estar sec(o|a)'),
  },
  smoke: detects('fumo'),
  carbonMonoxide: detects('monóxido de carbono'),
  gas: detects('gás'),
  siren: {
    yes: forms('dá o alarme', 'dá o alarme', 'dá o alarme', 'deu o alarme'),
    no: forms('cala-se', 'está em silêncio', 'fica em silêncio', 'calou-se'),
  },
  batteryLow: {
    yes: forms('tem a bateria fraca', 'tem a bateria fraca', 'tem a bateria fraca', 'teve a bateria fraca'),
    no: forms(
      'volta a ter bateria',
      'tem bateria suficiente',
      'tem bateria suficiente',
      'voltou a ter bateria',
    ),
  },
  moving: {
    yes: forms('começa a mover-se', 'está em movimento', 'fica em movimento', 'começou a mover-se'),
    no: forms('para', 'está parad(o|a)', 'fica parad(o|a)', 'parou'),
  },
};
