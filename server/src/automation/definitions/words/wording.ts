import { createSpeech, type Names, type Speech } from '@azulejo/automations/words';
import type { HistoryWords } from '@azulejo/automations/words/history';
import { chooseLanguage, type Language } from '@azulejo/model';
import type { LocalTemplates } from '../../../devices/channels/index.ts';
import type { Preferences } from '../../../home/preferences/index.ts';
import type { Users } from '../../../identity/users/index.ts';
import { createLruCache } from '../../../platform/lru-cache.ts';
import type { CompiledHome } from '../homes.ts';
import { namesOf } from './home-names.ts';
import { loadLanguage } from './load-language.ts';

type Dependencies = {
  localTemplates: LocalTemplates;
  preferences: Pick<Preferences, 'languageOf' | 'of'>;
  users: Pick<Users, 'find'>;
};

/** The context in which decisions and definitions of a home are put into words. */
export type HomeWording = {
  readonly names: Names;
  readonly speech: Speech;
  readonly history: HistoryWords;
};

/** Returns the wording for a home in a language, or in that of its user. */
export type WordingFor = (home: CompiledHome, language?: string) => Promise<HomeWording>;

/** Creating the formats of a language takes a millisecond; few combinations of language, clock and zone are used. */
const MAX_SPEECHES = 100;

export function createWordingFor({ localTemplates, preferences, users }: Dependencies): WordingFor {
  const speeches = createLruCache<Speech>(MAX_SPEECHES);

  async function speechOf(language: Language, hourFormat: 12 | 24, zone: string) {
    const key = `${language} ${hourFormat} ${zone}`;
    const speech = speeches.get(key) ?? createSpeech(await loadLanguage(language), { hourFormat, zone });
    speeches.set(key, speech);
    return speech;
  }

  return async (home, wanted) => {
    const { owner } = home.facts;
    const [user, { modern }, preferred] = await Promise.all([
      users.find(owner),
      preferences.of(owner),
      preferences.languageOf(owner),
    ]);
    const language = chooseLanguage(wanted === undefined ? [] : [wanted]) ?? preferred ?? 'en';
    const hourFormat = modern['hour_format'] === '12h' ? 12 : 24;
    const speech = await speechOf(language, hourFormat, home.time.zone);
    return {
      names: namesOf({
        home: home.names,
        automations: new Map(home.automations.map(({ id, definition }) => [id, definition.label])),
        owner: { id: owner, name: user?.name },
        local: await localTemplates(language),
      }),
      speech,
      history: speech.words.history,
    };
  };
}
