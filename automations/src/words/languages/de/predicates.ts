import type { Predicate, Predicates } from '../../vocabulary.ts';

// All forms are used at the end of a clause.
const forms = (does: string, is: string, stays: string, did: string): Predicate => ({
  does,
  is,
  stays,
  has: is,
  did,
});

const detects = (what: string, none: string) => ({
  yes: forms(`${what} erkennt`, `${what} erkennt`, `${what} erkennt`, `${what} erkannt hat`),
  no: forms(`${none} mehr erkennt`, `${none} erkennt`, `${none} erkennt`, `${none} mehr erkannt hat`),
});

export const predicates: Predicates = {
  on: {
    yes: forms('eingeschaltet wird', 'an ist', 'an bleibt', 'eingeschaltet wurde'),
    no: forms('ausgeschaltet wird', 'aus ist', 'aus bleibt', 'ausgeschaltet wurde'),
  },
  open: {
    yes: forms('geöffnet wird', 'offen ist', 'offen bleibt', 'geöffnet wurde'),
    no: forms('geschlossen wird', 'geschlossen ist', 'geschlossen bleibt', 'geschlossen wurde'),
  },
  locked: {
    yes: forms('verriegelt wird', 'verriegelt ist', 'verriegelt bleibt', 'verriegelt wurde'),
    no: forms('entriegelt wird', 'entriegelt ist', 'entriegelt bleibt', 'entriegelt wurde'),
  },
  motion: detects('Bewegung', 'keine Bewegung'),
  presence: {
    yes: forms('jemanden bemerkt', 'jemanden bemerkt', 'jemanden bemerkt', 'jemanden bemerkt hat'),
    no: forms(
      'niemanden mehr bemerkt',
      'niemanden bemerkt',
      'niemanden bemerkt',
      'niemanden mehr bemerkt hat',
    ),
  },
  vibration: {
    yes: forms('zu vibrieren beginnt', 'vibriert', 'vibriert', 'zu vibrieren begonnen hat'),
    no: forms('nicht mehr vibriert', 'ruhig ist', 'ruhig bleibt', 'nicht mehr vibriert hat'),
  },
  tamper: {
    yes: forms('manipuliert wird', 'manipuliert ist', 'manipuliert bleibt', 'manipuliert wurde'),
    no: forms('wieder unversehrt ist', 'unversehrt ist', 'unversehrt bleibt', 'wieder unversehrt war'),
  },
  leak: {
    yes: forms('Wasser meldet', 'Wasser meldet', 'Wasser meldet', 'Wasser gemeldet hat'),
    no: forms('wieder trocken ist', 'trocken ist', 'trocken bleibt', 'wieder trocken war'),
  },
  smoke: detects('Rauch', 'keinen Rauch'),
  carbonMonoxide: detects('Kohlenmonoxid', 'kein Kohlenmonoxid'),
  gas: detects('Gas', 'kein Gas'),
  siren: {
    yes: forms('Alarm gibt', 'Alarm gibt', 'Alarm gibt', 'Alarm gegeben hat'),
    no: forms('verstummt', 'still ist', 'still bleibt', 'verstummt ist'),
  },
  batteryLow: {
    yes: forms(
      'eine schwache Batterie meldet',
      'eine schwache Batterie hat',
      'eine schwache Batterie hat',
      'eine schwache Batterie gemeldet hat',
    ),
    no: forms(
      'wieder genug Batterie hat',
      'genug Batterie hat',
      'genug Batterie hat',
      'wieder genug Batterie hatte',
    ),
  },
  moving: {
    yes: forms('sich zu bewegen beginnt', 'sich bewegt', 'sich bewegt', 'sich zu bewegen begonnen hat'),
    no: forms('stehen bleibt', 'stillsteht', 'stillsteht', 'stehen geblieben ist'),
  },
};
