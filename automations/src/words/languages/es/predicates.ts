import type { Predicate, Predicates } from '../../vocabulary.ts';

const forms = (does: string, is: string, stays: string, did: string): Predicate => ({
  does,
  is,
  stays,
  has: is,
  did,
});

const detects = (what: string) => ({
  yes: forms(`detecta ${what}`, `detecta ${what}`, `detecta ${what}`, `detectó ${what}`),
  no: forms(
    `deja de detectar ${what}`,
    `no detecta ${what}`,
    `no detecta ${what}`,
    `dejó de detectar ${what}`,
  ),
});

export const predicates: Predicates = {
  on: {
    yes: forms('se enciende', 'está encendid(o|a)', 'sigue encendid(o|a)', 'se encendió'),
    no: forms('se apaga', 'está apagad(o|a)', 'sigue apagad(o|a)', 'se apagó'),
  },
  open: {
    yes: forms('se abre', 'está abiert(o|a)', 'sigue abiert(o|a)', 'se abrió'),
    no: forms('se cierra', 'está cerrad(o|a)', 'sigue cerrad(o|a)', 'se cerró'),
  },
  locked: {
    yes: forms('se bloquea', 'está bloquead(o|a)', 'sigue bloquead(o|a)', 'se bloqueó'),
    no: forms('se desbloquea', 'está desbloquead(o|a)', 'sigue desbloquead(o|a)', 'se desbloqueó'),
  },
  motion: detects('movimiento'),
  presence: {
    yes: forms('nota a alguien', 'nota a alguien', 'nota a alguien', 'notó a alguien'),
    no: forms('deja de notar a alguien', 'no nota a nadie', 'no nota a nadie', 'dejó de notar a alguien'),
  },
  vibration: {
    yes: forms('empieza a vibrar', 'vibra', 'sigue vibrando', 'empezó a vibrar'),
    no: forms('deja de vibrar', 'está quiet(o|a)', 'sigue quiet(o|a)', 'dejó de vibrar'),
  },
  tamper: {
    yes: forms('se manipula', 'está manipulad(o|a)', 'sigue manipulad(o|a)', 'se manipuló'),
    no: forms(
      'vuelve a estar intact(o|a)',
      'está intact(o|a)',
      'sigue intact(o|a)',
      'volvió a estar intact(o|a)',
    ),
  },
  leak: {
    yes: forms('detecta agua', 'detecta agua', 'detecta agua', 'detectó agua'),
    no: forms('vuelve a estar sec(o|a)', 'está sec(o|a)', 'sigue sec(o|a)', 'volvió a estar sec(o|a)'),
  },
  smoke: detects('humo'),
  carbonMonoxide: detects('monóxido de carbono'),
  gas: detects('gas'),
  siren: {
    yes: forms('da la alarma', 'da la alarma', 'da la alarma', 'dio la alarma'),
    no: forms('se calla', 'está en silencio', 'sigue en silencio', 'se calló'),
  },
  batteryLow: {
    yes: forms(
      'tiene la batería baja',
      'tiene la batería baja',
      'tiene la batería baja',
      'tuvo la batería baja',
    ),
    no: forms(
      'vuelve a tener batería',
      'tiene suficiente batería',
      'tiene suficiente batería',
      'volvió a tener batería',
    ),
  },
  moving: {
    yes: forms('empieza a moverse', 'se mueve', 'sigue moviéndose', 'empezó a moverse'),
    no: forms('se detiene', 'está parad(o|a)', 'sigue parad(o|a)', 'se detuvo'),
  },
};
