import { withPartIds } from '@azulejo/automations';
import { readyAutomations } from '@azulejo/automations/ready';
import type { AutomationTemplate } from '@azulejo/contract';
import { ApiError } from '../../platform/api-error.ts';
import type { Outbound } from '../../platform/outbound/index.ts';
import { judgeDefinition } from './check/definition-problems.ts';
import { NEW_AUTOMATION } from './check/find-own-loop.ts';
import type { KnownHome } from './facts/home-facts.ts';
import type { Homes } from './homes.ts';
import { sentencesOf } from './words/sentences.ts';
import type { WordingFor } from './words/wording.ts';

type Dependencies = { homes: Homes; wordingFor: WordingFor; outbound: Pick<Outbound, 'refuseUrl'> };

/** Returns the ready automations that fit a user's home, in a language or in that of the user. Throws `not_found`. */
export type TemplatesFor = (userId: string, language: string | undefined) => Promise<AutomationTemplate[]>;

export function createTemplatesFor({
  homes,
  wordingFor,
  outbound: { refuseUrl },
}: Dependencies): TemplatesFor {
  return async (userId, language) => {
    const home = await homes.of(userId);
    if (!home) throw new ApiError('not_found');
    const wording = await wordingFor(home, language);
    const { sentence } = sentencesOf(wording);
    const { ready } = wording.speech.words;
    const others = home.automations.map(({ definition }) => definition);
    const context = { id: NEW_AUTOMATION, facts: home.facts, others, refuseUrl };
    return readyAutomations({ facts: inShownOrder(home), names: wording.names }, ready)
      .map(({ id, definition }) => ({ id, definition: withPartIds(definition) }))
      .filter(({ definition }) =>
        judgeDefinition(definition, context).problems.every(({ severity }) => severity !== 'error'),
      )
      .map(({ id, definition }) => ({
        id,
        title: definition.label,
        definition,
        sentence: sentence(definition),
      }));
  };
}

/** Returns the facts with the properties in the order in which Home shows the devices: the first one that fits is used. */
function inShownOrder<Facts extends KnownHome['facts']>({
  facts,
  names,
}: Pick<KnownHome, 'names'> & { readonly facts: Facts }): Facts {
  const places = new Map([...names.tiles.keys()].map((channel, place) => [channel, place]));
  const placeOf = ({ channel }: { channel: string }) => places.get(channel) ?? places.size;
  const properties = [...facts.properties].toSorted(([, one], [, other]) => placeOf(one) - placeOf(other));
  return { ...facts, properties: new Map(properties) };
}
