import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { type Difference, differences } from './diff.ts';
import classes from './diff-view.module.css';

const MAX_SHOWN = 200;
const words = () => ({ added: t`Added`, removed: t`Removed`, changed: t`Changed` }) as const;

/** Lists the differences of `after` in words. */
export function DiffView({ before, after }: { before: object; after: object }) {
  const found = differences(before, after);
  if (found.length === 0)
    return (
      <Text c="dimmed">
        <Trans>No differences.</Trans>
      </Text>
    );
  return (
    <>
      <ul className={classes.list} aria-label={t`Differences`}>
        {found.slice(0, MAX_SHOWN).map((difference) => (
          <li key={difference.place.join('/')} className={classes.item} data-kind={difference.kind}>
            <div className={classes.place}>
              <span className={classes.kind}>{words()[difference.kind]}</span>
              <span>{difference.place.join(' › ')}</span>
            </div>
            <Values {...difference} />
          </li>
        ))}
      </ul>
      {found.length > MAX_SHOWN && (
        <Text c="dimmed">
          <Plural value={found.length - MAX_SHOWN} one="And # more." other="And # more." />
        </Text>
      )}
    </>
  );
}

function Values({ kind, before, after }: Difference) {
  return (
    <div className={classes.values} data-short={isShort(before) && isShort(after) ? '' : undefined}>
      {kind !== 'added' && <del>{shown(before)}</del>}
      {kind !== 'removed' && <ins>{shown(after)}</ins>}
    </div>
  );
}

/** Returns whether both values fit on one line. */
const isShort = (value: unknown): boolean => value === undefined || shown(value).length <= 32;

/** Returns small values in full, and only the names of parts. */
function shown(value: unknown): string {
  if (value === '') return 'nothing';
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && 'label' in value && typeof value.label === 'string')
    return value.label;
  const text = JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
