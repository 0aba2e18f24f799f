import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { IconX } from '../../../design/icons.generated.ts';
import classes from './all-off.module.css';
import type { LitLamp } from './facts.ts';
import { useAllOff } from './summary-provider.tsx';

type Props = {
  lamps: readonly LitLamp[];
  /** Read by screen readers after the word on the button, for example `in the kitchen`. */
  where: string;
  className?: string;
};

/** Turns off the lamps that are on. */
export function AllOffButton({ lamps, where, className }: Props) {
  const allOff = useAllOff();
  return (
    <button type="button" className={className} onClick={() => void allOff.turnOff(lamps)}>
      <Trans>
        All off<span className="visually-hidden"> {where}</span>
      </Trans>
    </button>
  );
}

/** Shows the pill in a room's heading; nothing while no lamp is on. */
export function AllOffPill({ lamps, where }: Omit<Props, 'className'>) {
  return lamps.length > 0 && <AllOffButton lamps={lamps} where={where} className={classes.pill} />;
}

/** Says which lamps turned off and which did not, and offers to turn them on again. */
export function AllOffNote() {
  const allOff = useAllOff();
  const state = useSyncExternalStore(allOff.watch, allOff.get);
  const isEnded = state.state === 'ended';
  return (
    <div className={classes.note} data-shown={isEnded || undefined}>
      <p role="status">
        {isEnded && resultText(state.off.length, state.off.length + state.failed.length)}
        {isEnded && state.failed.map(({ lamp, text }) => ` ${lamp.label}: ${text}.`)}
      </p>
      {isEnded && (
        <>
          {state.off.length > 0 && (
            <button type="button" className={classes.undo} onClick={() => void allOff.undo()}>
              <Trans>Undo</Trans>
            </button>
          )}
          <button type="button" className={classes.close} aria-label={t`Close`} onClick={allOff.dismiss}>
            <IconX size={18} aria-hidden="true" />
          </button>
        </>
      )}
    </div>
  );
}

function resultText(off: number, all: number): string {
  if (off === all) return plural(all, { one: '# light turned off.', other: '# lights turned off.' });
  if (off === 0) return t`No light turned off.`;
  return plural(all, { one: `${off} of # light turned off.`, other: `${off} of # lights turned off.` });
}
