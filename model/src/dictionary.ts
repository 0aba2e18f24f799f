/**
 * The texts of one language, by the English text. A text that is missing stays English. Names of components and
 * properties are apart from states and commands, because languages have other words for `Open` as a state and as
 * a command.
 */
export type Dictionary = {
  readonly names: Readonly<Record<string, string>>;
  readonly states: Readonly<Record<string, string>>;
  readonly commands: Readonly<Record<string, string>>;
  /** Texts with placeholders such as `{value}`, and predicates such as `rises above`. */
  readonly phrases: Readonly<Record<string, string>>;
};

/** An entry of a catalogue: `msgctxt` says whether the text is a name, a state, a command or a phrase. */
type Entry = { readonly msgctxt: string | null; readonly msgid: string; readonly msgstr: readonly string[] };

/** Returns the words that a catalogue of `model/languages` has, without those that stay as they are. */
export function dictionaryOf(entries: readonly Entry[]): Dictionary {
  const names: Record<string, string> = {};
  const states: Record<string, string> = {};
  const commands: Record<string, string> = {};
  const phrases: Record<string, string> = {};
  const sections = new Map(
    Object.entries({ name: names, state: states, command: commands, phrase: phrases }),
  );
  for (const { msgctxt, msgid, msgstr } of entries) {
    const section = sections.get(msgctxt ?? '');
    const [text] = msgstr;
    // A command without an entry would be found among the states.
    if (section && text && (text !== msgid || section === commands)) section[msgid] = text;
  }
  return { names, states, commands, phrases };
}

/** States that the platform words itself. Those of devices come from their templates. */
export const ownStates = [
  ...['On', 'Off', 'Yes', 'No', 'Not known', 'Locked', 'Unlocked', 'Not fully locked', 'Home', 'Away'],
  ...['Open', 'Closed', 'Opening', 'Closing', 'heating', 'cooling'],
  ...['Smoke', 'Carbon monoxide', 'CO', 'Gas', 'Water leak', 'Leak', 'Siren', 'No answer', 'Tampered'],
  'Battery low',
  ...['Red', 'Orange', 'Yellow', 'Green', 'Turquoise', 'Blue', 'Violet', 'Pink'],
] as const;
export type OwnState = (typeof ownStates)[number];

/** Phrases that the platform words itself. */
export const ownPhrases = [
  'To {value}',
  '{value} in total',
  '{what} in {place}',
  '{what}: {device}',
] as const;
export type OwnPhrase = (typeof ownPhrases)[number];

function find(texts: Readonly<Record<string, string>> | undefined, text: string): string | undefined {
  return texts && Object.hasOwn(texts, text) ? texts[text] : undefined;
}

/** Returns the translation of a text. A numbered one, such as `Socket 2` or `Hold l2`, is found by its words. */
function translated(texts: Readonly<Record<string, string>> | undefined, text: string): string | undefined {
  const known = find(texts, text);
  if (known !== undefined) return known;
  const [, base = '', number = ''] = /^(.+?)( l?\d+)$/.exec(text) ?? [];
  const found = find(texts, base);
  return found && `${found}${number}`;
}

export const nameIn = (words: Dictionary | undefined, name: string): string =>
  translated(words?.names, name) ?? name;

export const stateIn = (words: Dictionary | undefined, state: string): string =>
  translated(words?.states, state) ?? state;

export const commandIn = (words: Dictionary | undefined, command: string): string =>
  find(words?.commands, command) ?? stateIn(words, command);

/** Returns a phrase with its placeholders filled in. */
export function phraseIn(
  words: Dictionary | undefined,
  phrase: string,
  values: Readonly<Record<string, string>> = {},
): string {
  const text = find(words?.phrases, phrase) ?? phrase;
  return text.replace(/\{(\w+)\}/g, (all, name: string) => find(values, name) ?? all);
}
