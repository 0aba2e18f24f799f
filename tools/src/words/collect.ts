import { expandTemplates, loadModels, loadTemplates } from '@azulejo/catalog';
import type { ChannelTemplate } from '@azulejo/contract';
import { isCommand, ownPhrases, ownStates } from '@azulejo/model';

/** The English texts of each section, with how many models have them. */
type Counts = { readonly names: Counted; readonly states: Counted; readonly commands: Counted };
type Counted = Map<string, number>;

/** Texts that fewer models have stay English, except those of the models that are offered. */
const MIN_MODELS = 5;
const BATCH_SIZE = 200;

/** Texts of the channels of bridges themselves, which are not in the catalogue. */
const ofBridges = {
  names: ['Connected', 'Devices', 'Permit join', 'Permit join time left', 'Problem', 'Version'],
  states: ['Pairing', 'Not pairing'],
};

const hasWord = (text: unknown): text is string => typeof text === 'string' && /\p{L}{2}/u.test(text);

/** Returns the text without its number: `Socket 2` is found by `Socket`, and `Hold l2` by `Hold`. */
const unnumbered = (text: string): string => text.replace(/ l?\d+$/, '');

function count(templates: readonly ChannelTemplate[], { names, states, commands }: Counts): void {
  for (const template of templates) {
    const seen = new Set<string>();
    const add = (texts: Counted, kind: string, text: unknown) => {
      if (!hasWord(text)) return;
      const word = unnumbered(text);
      if (!hasWord(word) || seen.has(`${kind} ${word}`)) return;
      seen.add(`${kind} ${word}`);
      texts.set(word, (texts.get(word) ?? 0) + 1);
    };
    const addName = (name: unknown) => add(names, 'name', name);
    for (const { label } of template.components) addName(label);
    for (const property of template.properties) {
      const [choices, kind] = isCommand(property) ? [commands, 'command'] : [states, 'state'];
      addName(property.label);
      for (const { config } of property.controlInterfaces) {
        addName(config['label']);
        add(choices, kind, config['on']);
        add(choices, kind, config['off']);
        for (const option of optionsOf(config)) add(choices, kind, option.label);
      }
    }
  }
}

const optionsOf = (config: Readonly<Record<string, unknown>>) =>
  [config['options'], config['presets']].flatMap((list) => (Array.isArray(list) ? list : [])) as {
    label?: unknown;
  }[];

const predicatesOf = (templates: readonly ChannelTemplate[]): string[] =>
  templates.flatMap(({ properties }) =>
    properties.flatMap(({ triggers, states, actions }) =>
      [...triggers, ...states, ...actions].map(({ predicateLabel }) => predicateLabel).filter(hasWord),
    ),
  );

const emptyCounts = (): Counts => ({ names: new Map(), states: new Map(), commands: new Map() });

/** Returns the texts of devices, each with what it is, as in the catalogues of `model/languages`. */
export async function collectTexts(): Promise<
  readonly { readonly context: string; readonly message: string }[]
> {
  const offered = emptyCounts();
  const templates = await loadTemplates();
  count(templates, offered);
  const all = emptyCounts();
  const { models } = await loadModels();
  for (let start = 0; start < models.length; start += BATCH_SIZE)
    count(await expandTemplates(models.slice(start, start + BATCH_SIZE).map(({ id }) => id)), all);
  const chosen = (section: keyof Counts): string[] => [
    ...offered[section].keys(),
    ...[...all[section]].filter(([, models]) => models >= MIN_MODELS).map(([text]) => text),
  ];
  const texts = {
    name: [...chosen('names'), ...ofBridges.names],
    state: [...chosen('states'), ...ownStates, ...ofBridges.states],
    command: chosen('commands'),
    phrase: [...predicatesOf(templates), ...ownPhrases],
  };
  return Object.entries(texts).flatMap(([context, messages]) =>
    [...new Set(messages)].map((message) => ({ context, message })),
  );
}
