import type { TemplateCheck } from '@azulejo/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { usePortal } from '../../../session/portal.ts';

const TYPING_MS = 400;

export type Check = {
  /** The result for the last checked draft. */
  readonly result: TemplateCheck;
  readonly state: 'checking' | 'checked' | 'failed';
};

const NOTHING: TemplateCheck = { errors: [], warnings: [] };

/** Validates the draft at the platform, debounced. */
export function useCheck(template: unknown, isWanted: boolean): Check {
  const portal = usePortal();
  const [rested] = useDebouncedValue(template, TYPING_MS);
  const [check, setCheck] = useState<{ of: unknown } & Check>({
    of: undefined,
    result: NOTHING,
    state: 'checking',
  });
  useEffect(() => {
    if (!isWanted || rested === undefined) return;
    const abort = new AbortController();
    portal.templates.check({ template: rested }, { signal: abort.signal }).then(
      (result) => setCheck({ of: rested, result, state: 'checked' }),
      () => {
        if (!abort.signal.aborted) setCheck((last) => ({ ...last, of: rested, state: 'failed' }));
      },
    );
    return () => abort.abort();
  }, [portal, rested, isWanted]);
  return check.of === template ? check : { result: check.result, state: 'checking' };
}
