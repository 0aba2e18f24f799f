import { t } from '@lingui/core/macro';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';
import { IconCheck, IconCopy } from './page-icons.generated.ts';

const SHOWN_MS = 2_000;
type State = 'ready' | 'done' | 'failed';

/** Copies `value`. Screen readers announce `label`. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const [state, setState] = useState<State>('ready');
  useEffect(() => {
    if (state === 'ready') return;
    const timer = setTimeout(() => setState('ready'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const words = { ready: t`Copy`, done: t`Copied`, failed: t`Not copied: select the text instead` };
  return (
    <>
      <Tooltip label={words[state]} {...(state !== 'ready' && { opened: true })}>
        <ActionIcon
          variant="subtle"
          size="lg"
          aria-label={t`Copy ${label}`}
          onClick={async () => setState((await copyText(value)) ? 'done' : 'failed')}
        >
          {state === 'done' ? <IconCheck size={18} /> : <IconCopy size={18} stroke={1.6} />}
        </ActionIcon>
      </Tooltip>
      <span className="visually-hidden" role="status">
        {state === 'ready' ? '' : words[state]}
      </span>
    </>
  );
}
