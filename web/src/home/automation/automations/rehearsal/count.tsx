import { Plural, Trans } from '@lingui/react/macro';

/** Shows, for example, `Would have run 14 times last week`, with the number in the accent colour. */
export function Count({ count }: { count: number }) {
  if (count === 0) return <Trans>Would not have run last week</Trans>;
  return (
    <Plural
      value={count}
      one={
        <span>
          Would have run <b>#</b> time last week
        </span>
      }
      other={
        <span>
          Would have run <b>#</b> times last week
        </span>
      }
    />
  );
}
