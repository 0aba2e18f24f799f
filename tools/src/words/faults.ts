import type { Texts } from './collect.ts';

type Section = keyof Texts;
export type Dictionary = Readonly<Partial<Record<Section, Readonly<Record<string, unknown>>>>>;

const placeholdersOf = (text: string): string => (text.match(/\{\w+\}/g) ?? []).toSorted().join(' ');

/** Returns what is wrong with a language's dictionary: missing and unused texts, and lost placeholders. */
export function faultsOf(dictionary: Dictionary, texts: Texts): string[] {
  const unknown = Object.keys(dictionary).filter((section) => !(section in texts));
  return [
    ...unknown.map((section) => `has an unknown section "${section}"`),
    ...(Object.keys(texts) as Section[]).flatMap((section) =>
      faultsIn(section, dictionary[section] ?? {}, texts[section]),
    ),
  ];
}

function faultsIn(
  section: Section,
  found: Readonly<Record<string, unknown>>,
  texts: readonly string[],
): string[] {
  const wanted = new Set(texts);
  const unused = Object.keys(found).filter((text) => !wanted.has(text));
  const faults = texts.flatMap((text) => {
    const translation = Object.hasOwn(found, text) ? found[text] : undefined;
    if (typeof translation !== 'string' || translation.trim() === '') return [`lacks "${text}"`];
    if (placeholdersOf(text) !== placeholdersOf(translation)) return [`loses a placeholder of "${text}"`];
    return [];
  });
  return [...unused.map((text) => `has "${text}", which nothing uses`), ...faults].map(
    (fault) => `${section}: ${fault}`,
  );
}
