import { PROPERTY_NAMES } from './property-names.ts';

/** Spellings within a name. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bWeekly schedule (\w)/, 'Schedule on $1'],
  [/\b(mon|tues|wednes|thurs|fri|satur|sun)day\b/g, '#$1day'],
  [/\bled\b/gi, 'LED'],
  [/\bwifi\b/gi, 'Wi-Fi'],
  [/\bip\b/gi, 'IP'],
  [/\bdhcp\b/gi, 'DHCP'],
  [/\bai\b/gi, 'AI'],
  [/\bvoc\b/gi, 'VOC'],
  [/\bco2\b/gi, 'CO₂'],
  [/\bpm(\d)/gi, 'PM$1'],
  [/\bpwm\b/gi, 'PWM'],
  [/^Sw(\d) name$/, 'Name of switch $1'],
  [/^Power (apparent|reactive)\b/, '#$1 power'],
  [/\bpower (apparent|reactive)\b/, '$1 power'],
  // Phases, axes and colours.
  [/ ([a-z])$/, ' #$1'],
  [/\bFavorite/g, 'Favourite'],
  [/\bcolor/g, 'colour'],
  [/\bColor/g, 'Colour'],
  [/\bbehavior/g, 'behaviour'],
];

type Named = { readonly id: string; readonly label: string };

/** Returns the property's name in words that people use. */
export function propertyLabel({ id, label }: Named): string {
  const own = label.trim() || wordsOf(id);
  // Several alike are numbered or sided: `Trv mode 1`, `Current summation left`.
  const [, base = own, rest = ''] = /^(.*?)( (?:\d+|left|right|l\d+))?$/.exec(own) ?? [];
  const known =
    PROPERTY_NAMES[own] ??
    (PROPERTY_NAMES[base] === undefined ? undefined : `${PROPERTY_NAMES[base]}${rest}`);
  if (known !== undefined) return known;
  const spelled = WORDS.reduce((text, [pattern, word]) => text.replace(pattern, word), own);
  return spelled.replace(/#(\w)/g, (_all, first: string) => first.toUpperCase());
}

function wordsOf(id: string): string {
  const words = id.replace(/[-_]+/g, ' ').trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
