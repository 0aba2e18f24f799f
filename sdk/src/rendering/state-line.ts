import { type OwnPhrase, type OwnState, phraseIn, stateIn } from '@azulejo/model';
import { type Light, percentOf } from './lamp.ts';
import type { DisplayPreferences, Slot } from './slot.ts';
import { type Toggle, toggleWord } from './toggle.ts';
import { powerReading, type Wide, withUnit } from './wide.ts';

const MAX_PARTS = 2;

type Known = {
  readonly slots: readonly Slot[];
  readonly toggle: Toggle | undefined;
  readonly light: Light | undefined;
  readonly wide: Wide | undefined;
  readonly preferences: DisplayPreferences;
};

/**
 * Returns the second line of a tile, at most two parts, the most important first: the state of the
 * switch and its main value, or else the tile's values. A device that is off shows no values. Counters are shown on the
 * device's page only.
 */
export function stateLine({ slots, toggle, light, wide, preferences }: Known): readonly string[] {
  const texts = textsIn(preferences);
  const { stateText } = texts;
  if (light?.level !== undefined) return [light.colorName ?? stateText('On'), `${percentOf(light.level)} %`];
  const ofWide = wide && wideLine(wide, texts);
  if (ofWide && ofWide.length > 0) return ofWide;
  const partOf = (slot: Slot) => textOf(slot, preferences);
  const known = slots.filter((slot) => slot.value !== undefined && !isOver(slot));
  const relevant = known.filter(({ isRelevant }) => isRelevant);
  if (!toggle) {
    // A button that was never pressed has only its battery to show.
    return (relevant.length > 0 ? relevant : known).slice(0, MAX_PARTS).map(partOf);
  }
  const word = toggleWord(toggle, preferences.words);
  if (toggle.state === 'off') return [word];
  const values = relevant.filter((slot) => !isCounter(slot) && !isRepeated(slot, toggle)).map(partOf);
  return [light?.colorName ?? word, ...values.filter((text) => text !== word)].slice(0, MAX_PARTS);
}

/** Values that locks report as the last command. They repeat the state: `Locked · Lock`. */
const LOCKING = /^(un)?lock(ed)?$/i;

const isRepeated = ({ value, text }: Slot, { icon }: Toggle): boolean =>
  icon === 'lock' && (LOCKING.test(String(value)) || LOCKING.test(text));

type Texts = ReturnType<typeof textsIn>;

const textsIn = ({ words }: DisplayPreferences) => ({
  stateText: (state: OwnState) => stateIn(words, state),
  phraseText: (phrase: OwnPhrase, value: string) => phraseIn(words, phrase, { value }),
});

function wideLine(wide: Wide, { stateText, phraseText }: Texts): readonly string[] {
  switch (wide.kind) {
    case 'climate':
      if (wide.activity === 'off') return [stateText('Off')];
      if (wide.target === undefined) return [];
      return [phraseText('To {value}', wide.target), ...(wide.activity ? [stateText(wide.activity)] : [])];
    case 'meter':
      return wide.total === undefined ? [] : [phraseText('{value} in total', wide.total)];
    case 'cover': {
      const { position, motion } = wide;
      if (motion) return [stateText(motion === 'opening' ? 'Opening' : 'Closing'), ...shareOf(position)];
      if (position === undefined) return [];
      if (position === 0) return [stateText('Closed')];
      return position === 1 ? [stateText('Open')] : [stateText('Open'), ...shareOf(position)];
    }
  }
}

const shareOf = (position: number | undefined) =>
  position === undefined ? [] : [`${Math.round(position * 100)} %`];

/** Returns whether it is a countdown at 0, which only repeats that nothing is going on: `Not pairing · 0 s`. */
const isOver = ({ property, value }: Slot): boolean =>
  value === 0 && /(^|-)(time-left|countdown)$/.test(property);

/** Returns whether it is a counter, such as energy in kilowatt-hours, which does not describe the present. */
const isCounter = ({ unit }: Slot): boolean => /Wh$/.test(unit);

function textOf(slot: Slot, preferences: DisplayPreferences): string {
  const { label, property, text, unit, isRelevant } = slot;
  if (property.includes('setpoint')) return textsIn(preferences).phraseText('To {value}', withUnit(slot));
  // A number without a unit needs its label, and so does a battery, which is not what the device is for.
  const needsLabel = !isRelevant || (unit === '' && /^[\d.,]+$/.test(text));
  const shown = withUnit(powerReading(slot, preferences));
  return needsLabel ? `${label} ${shown}` : shown;
}
