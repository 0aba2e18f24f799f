import { createSpeech, type Names, type Speech } from '@azulejo/automations/words';
import type { Channel, Tile } from '@azulejo/contract';
import { chooseLanguage, propertiesOf } from '@azulejo/model';
import { displayValue } from '@azulejo/sdk';
import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useHome } from '../../../../data/live/use-home.ts';
import { useSession } from '../../../../data/session/session.ts';
import { useMe } from '../../../../data/session/use-me.ts';
import { placesQuery } from '../../../../person/preferences/home-place.ts';
import { usePreferences } from '../../../../person/preferences/use-preferences.ts';
import { scenesQuery } from '../../../scenes/scenes-query.ts';
import { automationsQuery } from '../../data/automations-query.ts';
import { sentencesQuery } from '../../data/sentences-query.ts';

/** Holds what the sentence is written with. */
export type Wording = { readonly names: Names; readonly speech: Speech };

/** Returns the names of the home and the words of the person's language; undefined until both are loaded. */
export function useWording(): Wording | undefined {
  const speech = useSpeech();
  const names = useNames();
  return useMemo(() => (speech && names ? { speech, names } : undefined), [speech, names]);
}

function useSpeech(): Speech | undefined {
  const language = chooseLanguage([i18n.locale]) ?? 'en';
  const { locale, hourFormat } = usePreferences();
  const { data: words } = useQuery({ ...sentencesQuery(language), networkMode: 'always' });
  return useMemo(
    () =>
      words &&
      createSpeech(words, {
        // The formats of another country, but not of another language.
        ...(new Intl.Locale(locale).language === language && { locale }),
        hourFormat,
      }),
    [words, locale, language, hourFormat],
  );
}

/** Loads the person's places, of which the first is the home. */
export function usePlaces() {
  const { data } = useQuery(placesQuery(useSession()));
  return data?.places ?? [];
}

function useNames(): Names | undefined {
  const { client } = useSession();
  const { channels, tiles, groups, state } = useHome();
  const me = useMe();
  const { data: user } = useQuery({ queryKey: ['user'], queryFn: () => client.users.get() });
  const { data: scenes } = useQuery(scenesQuery(client));
  const { data: automations } = useQuery(automationsQuery(client));
  const places = usePlaces();
  return useMemo(() => {
    if (state === 'loading' && channels.size === 0) return undefined;
    const label = (list: readonly { id: string; label: string }[] = [], id: string) =>
      list.find((each) => each.id === id)?.label;
    return {
      ...namesOfDevices(channels, tiles),
      room: (id) => label(groups, id),
      place: (id) => places.find((each) => each.id === id)?.name,
      person: (id) =>
        id === undefined || id === me ? (user?.name ?? t({ message: 'You', context: 'person' })) : undefined,
      scene: (id) => label(scenes?.elements, id),
      automation: (id) => automations?.elements.find((each) => each.id === id)?.definition.label,
      unit: unitSymbol,
    };
  }, [channels, tiles, groups, state, me, user, scenes, automations, places]);
}

/** Names devices and their properties as the platform does, so that the sentence is the same everywhere. */
function namesOfDevices(
  channels: ReadonlyMap<string, Channel>,
  tiles: readonly Tile[],
): Pick<Names, 'property' | 'device' | 'class'> {
  const byChannel = Map.groupBy(tiles, ({ channel }) => channel);
  const device = (channel: string, component?: string): string | undefined => {
    const own = byChannel.get(channel) ?? [];
    const shown = own.find(({ components }) => components.some(({ id }) => id === component));
    return (shown ?? own[0])?.label;
  };
  return {
    device: (channel) => device(channel),
    property({ channel, component, property: id }) {
      const found = channels.get(channel);
      const name = device(channel, component);
      const part = found?.components.find((each) => each.id === component);
      const property = found && part && propertiesOf(found, part).find((each) => each.id === id);
      return property && name !== undefined ? { device: name, property } : undefined;
    },
    class(name) {
      const isOfClass = (className: string) => className.split('.').slice(-2).join('.') === name;
      for (const { properties } of channels.values()) {
        const found = properties.find(({ classes }) => classes.some(isOfClass));
        if (found) return found;
      }
      return undefined;
    },
  };
}

function unitSymbol(key: string): string | undefined {
  const { symbol } = displayValue(0, { vendorUnit: key, targetMetric: '', targetImperial: '' }, 'metric');
  return symbol === '' ? undefined : ` ${symbol}`;
}
