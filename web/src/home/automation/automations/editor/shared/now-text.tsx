import type { AutomationCheck } from '@azulejo/contract';
import type { Address } from '@azulejo/sdk';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { IconX } from '../../../../../design/icons.generated.ts';
import { IconCheck } from '../../../../../design/page-icons.generated.ts';
import { useHome } from '../../../../data/live/use-home.ts';
import { useValue } from '../../../../data/live/use-value.ts';
import { valueText } from '../../../../devices/controls/value-text.ts';
import { usePreferences } from '../../../../person/preferences/use-preferences.ts';
import { dayText } from '../../day-text.ts';
import { valueAt } from '../state/path.ts';
import { useEditor } from './editor-context.ts';
import classes from './now-text.module.css';
import { groupIn, useMembers } from './use-members.ts';

const NOWHERE: Address = { channel: '', component: '', property: '' };

/**
 * Shows the current state of a trigger, condition or step: the present value, when a trigger that follows a clock fires
 * next, and whether a condition is true.
 */
export function NowText({ path }: { path: string }) {
  const { definition, check } = useEditor();
  const part = (valueAt(definition, path) ?? {}) as Readonly<Record<string, unknown>>;
  const group = groupIn(part);
  const count = useMembers(group).length;
  const now = useNowText(addressIn(part));
  const value = group ? plural(count, { one: '# device', other: '# devices' }) : now;
  const reading = usePreferences();
  const next = check?.next.find((each) => each.path === path);
  if (next) return <Trans>Next: {dayText(next.at, reading)}</Trans>;
  const verdict = check?.conditions.find(({ id }) => id === part['id']);
  if (verdict === undefined) return value;
  return (
    <>
      <Verdict is={verdict.is} />
      {value}
    </>
  );
}

/** Shows whether a condition is true now, in words and not by colour alone. */
function Verdict({ is }: Pick<AutomationCheck['conditions'][number], 'is'>) {
  if (is === null)
    return (
      <span className={classes.verdict} data-is="unknown">
        <span aria-hidden="true">?</span> <Trans>not known</Trans>
      </span>
    );
  const Icon = is ? IconCheck : IconX;
  return (
    <span className={classes.verdict} data-is={is}>
      <Icon size={15} stroke={2.5} aria-hidden="true" /> {is ? t`yes` : t`no`}
    </span>
  );
}

/** Returns the property that a part is about. */
export function addressIn(part: Readonly<Record<string, unknown>>): Address | undefined {
  const given = part['property'] ?? part['set'];
  return typeof given === 'object' && given !== null && 'channel' in given ? (given as Address) : undefined;
}

/** Returns the present value of a property in words: `19.4 °C now`; without a connection, the last known one. */
export function useNowText(address: Address | undefined): string {
  const reading = usePreferences();
  const { wording } = useEditor();
  const { state } = useHome();
  const value = useValue(address ?? NOWHERE);
  const known = address && wording.names.property(address);
  if (!address || !known || value === undefined) return '';
  const text = valueText(value.data, known.property as never, reading);
  if (text === undefined) return '';
  if (state === 'offline') return t`${{ value: text }}, last known`;
  return value.isStale ? t`${{ value: text }}, not answering` : t`${{ value: text }} now`;
}
