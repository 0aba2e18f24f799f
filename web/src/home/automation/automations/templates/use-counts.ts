import type { AutomationTemplate } from '@azulejo/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession } from '../../../data/session/session.ts';
import { COUNTS, countQuery } from './templates-query.ts';

/** There are twelve ready automations; more are not counted. */
const MAX_COUNTED = 12;

/** How often each would have run last week by its id, or null where that could not be found out. */
export type Counts = ReadonlyMap<string, number | null>;

/**
 * Asks how often each template would have run, one after the other, because a person can have one rehearsal at a
 * time. It stops when the page is left.
 */
export function useCounts(templates: readonly AutomationTemplate[]): Counts {
  const { client } = useSession();
  const queries = useQueryClient();
  const [counts, setCounts] = useState<Counts>(new Map());
  useEffect(() => {
    let isLeft = false;
    const ask = async () => {
      for (const template of templates.slice(0, MAX_COUNTED)) {
        const count = await queries.fetchQuery(countQuery(client, template)).catch(() => null);
        if (isLeft) return;
        setCounts((before) => new Map(before).set(template.id, count));
      }
    };
    void ask();
    return () => {
      isLeft = true;
      void queries.cancelQueries({ queryKey: COUNTS });
    };
  }, [client, queries, templates]);
  return counts;
}
