import { loadHistory } from '@azulejo/automations/words/history';
import { LANGUAGES } from '@azulejo/model';
import { i18n } from '@lingui/core';
import { queryOptions } from '@tanstack/react-query';

/** Loads the words for how runs and steps ended, which the server's sentences use too. */
export const historyWordsQuery = (language = i18n.locale) =>
  queryOptions({
    queryKey: ['history-words', language],
    queryFn: () => loadHistory(LANGUAGES.find((each) => each === language) ?? 'en'),
    staleTime: Number.POSITIVE_INFINITY,
  });
