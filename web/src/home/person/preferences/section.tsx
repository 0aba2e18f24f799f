import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text, Title } from '@mantine/core';
import { type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { errorText } from '../../../design/error-text.ts';
import classes from './preferences.module.css';

/** The status of the last change. */
export type Saving =
  | { readonly state: 'idle' | 'saving' | 'saved' }
  | { readonly state: 'failed'; readonly error: unknown };

/** Runs changes and returns the status of the newest one. Errors are returned, not thrown. */
export function useSaving(): readonly [Saving, (work: () => Promise<unknown>) => Promise<boolean>] {
  const [saving, setSaving] = useState<Saving>({ state: 'idle' });
  const count = useRef(0);
  const save = useCallback(async (work: () => Promise<unknown>) => {
    count.current += 1;
    const own = count.current;
    const show = (state: Saving) => own === count.current && setSaving(state);
    show({ state: 'saving' });
    try {
      await work();
      show({ state: 'saved' });
      return true;
    } catch (error) {
      show({ state: 'failed', error });
      return false;
    }
  }, []);
  return [saving, save];
}

/** Shows a group of related preferences, with the status of their change. */
export function Section({
  title,
  saving = { state: 'idle' },
  children,
}: {
  title: string;
  saving?: Saving;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        <Text size="sm" c="dimmed" role="status">
          {saving.state === 'saving' ? t`Saving…` : saving.state === 'saved' ? t`Saved` : ''}
        </Text>
      </div>
      {saving.state === 'failed' && (
        <Text size="sm" className={classes.failed} role="alert">
          <Trans>Not saved.</Trans> {errorText(saving.error)}
        </Text>
      )}
      {children}
    </section>
  );
}

type RowProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** Whether the control stays next to the label on a phone, too. */
  isNarrow?: boolean;
  children: ReactNode;
};

/** Shows one preference: its label, and its control. */
export function Row({ label, hint, isNarrow = false, children }: RowProps) {
  return (
    <div className={classes.row} data-narrow={isNarrow || undefined}>
      <div className={classes.words}>
        <div className={classes.label}>{label}</div>
        {hint && <div className={classes.hint}>{hint}</div>}
      </div>
      <div className={classes.control}>{children}</div>
    </div>
  );
}
