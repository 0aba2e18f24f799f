import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { IconChevronRight, IconX } from '../../../../design/icons.generated.ts';
import { IconChevronLeft } from '../../../../design/page-icons.generated.ts';
import { toTime } from '../../../../design/when.tsx';
import { formatTime } from '../../../kit/formats/format-time.ts';
import { Sheet } from '../../../kit/ui/sheet.tsx';
import { useIsPhone } from '../../../kit/ui/use-is-phone.ts';
import { usePreferences } from '../../../person/preferences/use-preferences.ts';
import { Verdicts } from '../parts/verdicts.tsx';
import { markLabel, momentTime, momentTitle } from './formatter.ts';
import type { Mark, Moment } from './marks.ts';
import classes from './moment.module.css';

type Props = {
  readonly mark: Mark;
  readonly before: Mark | undefined;
  readonly after: Mark | undefined;
  readonly timezone: string;
  readonly onMove: (mark: Mark) => void;
  readonly onClose: () => void;
};

/** Shows what was true at a mark, and what would have been done: a sheet on phones, else below the days. */
export function MomentPanel(props: Props) {
  const isPhone = useIsPhone();
  const reading = usePreferences();
  const { mark, timezone, onClose } = props;
  const [first] = mark.moments;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.focus();
  }, []);
  if (!first) return null;
  const title = momentTitle(first, reading, timezone);
  const content = <Moments moments={mark.moments} timezone={timezone} />;
  if (isPhone)
    return (
      <Sheet opened onClose={onClose} title={title}>
        {content}
      </Sheet>
    );
  return (
    <section
      ref={panel}
      className={classes.panel}
      aria-label={markLabel(mark, reading, timezone)}
      tabIndex={-1}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <header>
        <h3>{title}</h3>
        <Neighbours {...props} />
        <ActionIcon variant="subtle" color="gray" size={40} aria-label={t`Close`} onClick={onClose}>
          <IconX size={18} aria-hidden="true" />
        </ActionIcon>
      </header>
      {content}
    </section>
  );
}

function Neighbours({ before, after, timezone, onMove }: Props) {
  const reading = usePreferences();
  const nameOf = (mark: Mark | undefined) => (mark ? markLabel(mark, reading, timezone) : '');
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={40}
        disabled={!before}
        aria-label={t`Previous mark: ${{ mark: nameOf(before) }}`}
        onClick={() => before && onMove(before)}
      >
        <IconChevronLeft size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={40}
        disabled={!after}
        aria-label={t`Next mark: ${{ mark: nameOf(after) }}`}
        onClick={() => after && onMove(after)}
      >
        <IconChevronRight size={18} aria-hidden="true" />
      </ActionIcon>
    </>
  );
}

/** Shows one moment, or the list of the moments that share a mark. */
function Moments({ moments, timezone }: { moments: readonly Moment[]; timezone: string }) {
  const reading = usePreferences();
  const [opened, setOpened] = useState(moments.length === 1 ? 0 : undefined);
  const [first] = moments;
  if (moments.length === 1 && first) return <MomentDetails moment={first} timezone={timezone} />;
  return (
    <ul className={classes.moments}>
      {moments.map((moment, index) => (
        <li key={`${moment.at} ${moment.kind}`}>
          <button
            type="button"
            aria-expanded={opened === index}
            onClick={() => setOpened(opened === index ? undefined : index)}
          >
            <i data-shape={moment.kind} />
            {momentTime(moment, reading, timezone)}
            <span>{moment.kind === 'run' ? <Trans>would have run</Trans> : <Trans>held back</Trans>}</span>
          </button>
          {opened === index && <MomentDetails moment={moment} timezone={timezone} />}
        </li>
      ))}
    </ul>
  );
}

/** Shows what was true then, and what would have been done or, for a miss, what was missing. */
function MomentDetails({ moment, timezone }: { moment: Moment; timezone: string }) {
  const reading = usePreferences();
  if (moment.kind === 'miss') return <p className={classes.missing}>{moment.text}</p>;
  const { because, conditions, steps } = moment.run;
  return (
    <div className={classes.details}>
      <h4>
        <Trans>What was true then</Trans>
      </h4>
      <p>
        <Trans>It would have run {because}.</Trans>
      </p>
      <Verdicts conditions={conditions} />
      <h4>
        <Trans>What would have been done</Trans>
      </h4>
      <ol>
        {steps.map(({ step, at, text, property }) => (
          <li key={`${step} ${at} ${property?.channel ?? ''} ${property?.component ?? ''}`}>
            {text} <time>{formatTime(toTime(at), { ...reading, timeZone: timezone })}</time>
          </li>
        ))}
      </ol>
    </div>
  );
}
