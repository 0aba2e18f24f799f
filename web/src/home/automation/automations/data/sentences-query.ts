import type { LanguageWords } from '@azulejo/automations/words';
import { i18n } from '@lingui/core';
import { queryOptions } from '@tanstack/react-query';

/** Loads the words of automations, which the server's sentences use too. Each catalogue is a file in the build. */
export const sentencesQuery = (language = i18n.locale) =>
  queryOptions({
    queryKey: ['sentences', language],
    queryFn: async (): Promise<LanguageWords> =>
      (await import(`../../../../../../automations/languages/${language}.po?sentences`)).default,
    staleTime: Number.POSITIVE_INFINITY,
  });
