import type { Rehearsal } from '@azulejo/contract';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { usePreferences } from '../../../person/preferences/use-preferences.ts';
import classes from './leeway-note.module.css';

export type Leeway = {
  /** Path of the trigger in the definition, e.g. `when[0]`. */
  readonly path: string;
  /** Has the unit of the trigger’s value. */
  readonly leeway: number;
};

type Props = {
  readonly flapping: NonNullable<Rehearsal['flapping']>;
  readonly onLeeway?: ((leeway: Leeway) => void) | undefined;
};

/** Says that a number passed the value again and again, and proposes the leeway that ends it. */
export function LeewayNote({ flapping, onLeeway }: Props) {
  const { locale } = usePreferences();
  const { path, leeway, runs, runs_with_leeway: rarely } = flapping;
  const amount = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }).format(leeway);
  return (
    <div className={classes.note}>
      <p>
        <Trans>
          <b>Too jumpy.</b> The value goes up and down around the limit: {runs} times. With a leeway of{' '}
          {amount}: {rarely}.
        </Trans>
      </p>
      {onLeeway && (
        <Button size="sm" onClick={() => onLeeway({ path, leeway })}>
          <Trans>Add a leeway of {amount}</Trans>
        </Button>
      )}
    </div>
  );
}
