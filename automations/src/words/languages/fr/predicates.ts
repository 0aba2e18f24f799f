import type { Predicate, Predicates } from '../../vocabulary.ts';

const forms = (does: string, is: string, stays: string, did: string): Predicate => ({
  does,
  is,
  stays,
  has: is,
  did,
});

/** Returns the forms; `none` follows `ne … pas` and `ne … plus`: `de mouvement`. */
const detects = (what: string, none: string) => ({
  yes: forms(`détecte ${what}`, `détecte ${what}`, `détecte ${what}`, `a détecté ${what}`),
  no: forms(
    `ne détecte plus ${none}`,
    `ne détecte pas ${none}`,
    `ne détecte pas ${none}`,
    `n’a plus détecté ${none}`,
  ),
});

export const predicates: Predicates = {
  on: {
    yes: forms('s’allume', 'est allumé(|e)', 'reste allumé(|e)', 's’est allumé(|e)'),
    no: forms('s’éteint', 'est éteint(|e)', 'reste éteint(|e)', 's’est éteint(|e)'),
  },
  open: {
    yes: forms('s’ouvre', 'est ouvert(|e)', 'reste ouvert(|e)', 's’est ouvert(|e)'),
    no: forms('se ferme', 'est fermé(|e)', 'reste fermé(|e)', 's’est fermé(|e)'),
  },
  locked: {
    yes: forms('se verrouille', 'est verrouillé(|e)', 'reste verrouillé(|e)', 's’est verrouillé(|e)'),
    no: forms('se déverrouille', 'est déverrouillé(|e)', 'reste déverrouillé(|e)', 's’est déverrouillé(|e)'),
  },
  motion: detects('un mouvement', 'de mouvement'),
  presence: {
    yes: forms('remarque quelqu’un', 'remarque quelqu’un', 'remarque quelqu’un', 'a remarqué quelqu’un'),
    no: forms(
      'ne remarque plus personne',
      'ne remarque personne',
      'ne remarque personne',
      'n’a plus remarqué personne',
    ),
  },
  vibration: {
    yes: forms('se met à vibrer', 'vibre', 'continue de vibrer', 's’est mis(|e) à vibrer'),
    no: forms('cesse de vibrer', 'est immobile', 'reste immobile', 'a cessé de vibrer'),
  },
  tamper: {
    yes: forms('est saboté(|e)', 'est saboté(|e)', 'reste saboté(|e)', 'a été saboté(|e)'),
    no: forms(
      'est de nouveau intact(|e)',
      'est intact(|e)',
      'reste intact(|e)',
      'a été de nouveau intact(|e)',
    ),
  },
  leak: {
    yes: forms('détecte de l’eau', 'détecte de l’eau', 'détecte de l’eau', 'a détecté de l’eau'),
    no: forms('est de nouveau au sec', 'est au sec', 'reste au sec', 'a été de nouveau au sec'),
  },
  smoke: detects('de la fumée', 'de fumée'),
  carbonMonoxide: detects('du monoxyde de carbone', 'de monoxyde de carbone'),
  gas: detects('du gaz', 'de gaz'),
  siren: {
    yes: forms('donne l’alarme', 'donne l’alarme', 'donne l’alarme', 'a donné l’alarme'),
    no: forms('se tait', 'est silencieu(x|se)', 'reste silencieu(x|se)', 's’est tu(|e)'),
  },
  batteryLow: {
    yes: forms('a la pile faible', 'a la pile faible', 'a la pile faible', 'a eu la pile faible'),
    no: forms(
      'a de nouveau une pile suffisante',
      'a une pile suffisante',
      'a une pile suffisante',
      'a eu de nouveau une pile suffisante',
    ),
  },
  moving: {
    yes: forms('se met en mouvement', 'est en mouvement', 'reste en mouvement', 's’est mis(|e) en mouvement'),
    no: forms('s’immobilise', 'est immobile', 'reste immobile', 's’est immobilisé(|e)'),
  },
};
