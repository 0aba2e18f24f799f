import type { Clauses } from '@azulejo/automations/words';
import type { AutomationCheck, AutomationDefinition } from '@azulejo/contract';
import { addressKey } from '@azulejo/model';
import type { Address } from '@azulejo/sdk';
import { i18n } from '@lingui/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useLiveHome } from '../../../data/live/live-home.ts';
import { useHome } from '../../../data/live/use-home.ts';
import { useSession } from '../../../data/session/session.ts';
import { AUTOMATIONS } from '../data/automations-query.ts';
import { missingWords, wordsOf } from './state/missing.ts';
import { partPathOf } from './state/path.ts';

/** How long after the last change a definition is checked. */
const AFTER_MS = 400;
/** How long after a value changed the conditions are judged again, so that a busy sensor causes few checks. */
const AFTER_VALUE_MS = 1000;
/** Checks regularly, because the time passes without any change. */
const EVERY_MS = 60_000;

type Given = { definition: AutomationDefinition; clauses: Clauses; automationId: string | undefined };

/** Asks the platform what it knows of a definition, again when it or a value of its conditions changes. */
export function useCheck({ definition, clauses, automationId }: Given) {
  const { client } = useSession();
  const isOffline = useHome().state === 'offline';
  const isComplete = missingWords(definition, clauses).length === 0;
  const [settled] = useDebouncedValue(definition, AFTER_MS);
  const language = i18n.locale;
  const query = useQuery({
    queryKey: [AUTOMATIONS, 'check', automationId, language, JSON.stringify(settled)],
    queryFn: async () =>
      (await client.automations.check({
        definition: settled,
        language,
        ...(automationId !== undefined && { automation: automationId }),
      })) as AutomationCheck,
    enabled: isComplete && settled === definition,
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
    gcTime: 0,
    retry: false,
    ...(isOffline && { select: withoutPresent }),
  });
  useFollowValues(definition, () => void query.refetch(), isComplete);
  return { ...query, data: isComplete ? query.data : undefined, isComplete };
}

/** Leaves out what was true when the home was last reached, and may no longer be. */
const withoutPresent = (check: AutomationCheck): AutomationCheck => ({
  ...check,
  conditions: [],
  already_true: [],
});

/** Calls back, debounced, after a value of a condition has changed. */
function useFollowValues(definition: AutomationDefinition, onChange: () => void, isEnabled: boolean) {
  const { values } = useLiveHome();
  const ask = useEffectEvent(onChange);
  const keys = useMemo(() => addressesIn(definition.onlyIf).map(addressKey).join('\u0000'), [definition]);
  useEffect(() => {
    if (keys === '' || !isEnabled) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        ask();
      }, AFTER_VALUE_MS);
    };
    const ends = keys.split('\u0000').map((key) => values.watch(key, later));
    return () => {
      clearTimeout(timer);
      for (const end of ends) end();
    };
  }, [values, keys, isEnabled]);
}

function addressesIn(condition: unknown): readonly Address[] {
  if (typeof condition !== 'object' || condition === null) return [];
  if (Array.isArray(condition)) return condition.flatMap(addressesIn);
  const { property, all, any, not } = condition as Readonly<Record<string, unknown>>;
  const inner = [all, any, not].flatMap(addressesIn);
  return typeof property === 'object' && property !== null ? [property as Address, ...inner] : inner;
}

export type CheckProblem = AutomationCheck['problems'][number];

/** Returns the worst problem at each word, by the word's path. */
export function problemsByWord(
  problems: readonly CheckProblem[],
  clauses: Clauses,
): ReadonlyMap<string, CheckProblem> {
  const words = wordsOf(clauses);
  const byWord = new Map<string, CheckProblem>();
  const ordered = problems.toSorted((one, other) => one.severity.localeCompare(other.severity));
  for (const problem of ordered) {
    const { path } = problem;
    const part = partPathOf(path);
    const word =
      // A loop is closed by what is done last.
      (problem.code === 'loop' ? words.findLast(({ role }) => role === 'verb') : undefined) ??
      words.find((each) => each.path === path) ??
      words.find((each) => path !== '' && (each.path.startsWith(path) || path.startsWith(each.path))) ??
      words.find((each) => part !== '' && each.path.startsWith(part));
    if (word && !byWord.has(word.path)) byWord.set(word.path, problem);
  }
  return byWord;
}
