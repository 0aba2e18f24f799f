import type { Predicate, Predicates } from '../vocabulary.ts';

const forms = (does: string, is: string, stays: string, has: string, did: string): Predicate => ({
  does,
  is,
  stays,
  has,
  did,
});

/** Returns the forms of predicates such as `detects smoke`. */
const detects = (what: string) => ({
  yes: forms(
    `detects ${what}`,
    `detects ${what}`,
    `detects ${what}`,
    `has detected ${what}`,
    `detected ${what}`,
  ),
  no: forms(
    `no longer detects ${what}`,
    `detects no ${what}`,
    `detects no ${what}`,
    `has detected no ${what}`,
    `no longer detected ${what}`,
  ),
});

export const predicates: Predicates = {
  on: {
    yes: forms('is turned on', 'is on', 'stays on', 'has been on', 'was turned on'),
    no: forms('is turned off', 'is off', 'stays off', 'has been off', 'was turned off'),
  },
  open: {
    yes: forms('is opened', 'is open', 'stays open', 'has been open', 'was opened'),
    no: forms('is closed', 'is closed', 'stays closed', 'has been closed', 'was closed'),
  },
  locked: {
    yes: forms('is locked', 'is locked', 'stays locked', 'has been locked', 'was locked'),
    no: forms('is unlocked', 'is unlocked', 'stays unlocked', 'has been unlocked', 'was unlocked'),
  },
  motion: detects('motion'),
  presence: {
    yes: forms(
      'notices someone',
      'notices someone',
      'notices someone',
      'has noticed someone',
      'noticed someone',
    ),
    no: forms(
      'no longer notices anyone',
      'notices nobody',
      'notices nobody',
      'has noticed nobody',
      'no longer noticed anyone',
    ),
  },
  vibration: {
    yes: forms('starts vibrating', 'vibrates', 'keeps vibrating', 'has been vibrating', 'started vibrating'),
    no: forms('stops vibrating', 'is still', 'stays still', 'has been still', 'stopped vibrating'),
  },
  tamper: {
    yes: forms(
      'is tampered with',
      'is tampered with',
      'stays tampered with',
      'has been tampered with',
      'was tampered with',
    ),
    no: forms('is intact again', 'is intact', 'stays intact', 'has been intact', 'was intact again'),
  },
  leak: {
    yes: forms('finds water', 'finds water', 'finds water', 'has found water', 'found water'),
    no: forms('is dry again', 'is dry', 'stays dry', 'has been dry', 'was dry again'),
  },
  smoke: detects('smoke'),
  carbonMonoxide: detects('carbon monoxide'),
  gas: detects('gas'),
  siren: {
    yes: forms(
      'sounds the alarm',
      'sounds the alarm',
      'sounds the alarm',
      'has sounded the alarm',
      'sounded the alarm',
    ),
    no: forms('falls silent', 'is silent', 'stays silent', 'has been silent', 'fell silent'),
  },
  batteryLow: {
    yes: forms(
      'has a low battery',
      'has a low battery',
      'has a low battery',
      'has had a low battery',
      'had a low battery',
    ),
    no: forms(
      'has enough battery again',
      'has enough battery',
      'has enough battery',
      'has had enough battery',
      'had enough battery again',
    ),
  },
  moving: {
    yes: forms('starts moving', 'is moving', 'keeps moving', 'has been moving', 'started moving'),
    no: forms('stops moving', 'stands still', 'stands still', 'has stood still', 'stopped moving'),
  },
};
