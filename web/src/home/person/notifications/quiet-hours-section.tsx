import type { NotificationSettings, QuietHours } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Switch } from '../../kit/ui/switch.tsx';
import { Row, Section } from '../preferences/section.tsx';
import classes from './notifications.module.css';
import { useChangeNotifications } from './use-notifications.ts';

const ownTimezone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const defaultHours = (): QuietHours => ({
  from: '22:00',
  to: '07:00',
  timezone: ownTimezone(),
  alarms_pass: true,
});

/** Sets the hours during which notifications wait. */
export function QuietHoursSection({ quietHours }: { quietHours: NotificationSettings['quiet_hours'] }) {
  const [saving, change] = useChangeNotifications();
  const set = (hours: QuietHours | null) => change({ quiet_hours: hours }, { quiet_hours: hours });
  return (
    <Section title={t`Quiet hours`} saving={saving}>
      <Row
        isNarrow
        label={
          <label htmlFor="quiet-hours">
            <Trans>Wait during quiet hours</Trans>
          </label>
        }
        hint={t`Conditions that still apply are sent when they end.`}
      >
        <Switch
          id="quiet-hours"
          isOn={quietHours !== null}
          onChange={(isOn) => set(isOn ? defaultHours() : null)}
        />
      </Row>
      {quietHours && <Hours hours={quietHours} onChange={(part) => set({ ...quietHours, ...part })} />}
    </Section>
  );
}

type HoursProps = { hours: QuietHours; onChange: (part: Partial<QuietHours>) => void };

function Hours({ hours, onChange }: HoursProps) {
  const { from, to, timezone, alarms_pass: pass } = hours;
  const own = ownTimezone();
  return (
    <>
      <Row label={t`From, to`} hint={from === to ? t`The whole day.` : undefined}>
        <div className={classes.times}>
          <TimeField
            label={t({ message: 'From', context: 'time' })}
            time={from}
            onChange={(time) => onChange({ from: time })}
          />
          <TimeField
            label={t({ message: 'To', context: 'time' })}
            time={to}
            onChange={(time) => onChange({ to: time })}
          />
        </div>
      </Row>
      <Row label={t`Time zone`} hint={timezone}>
        {timezone !== own && (
          <Button variant="default" size="md" onClick={() => onChange({ timezone: own })}>
            <Trans>Use {own}</Trans>
          </Button>
        )}
      </Row>
      <Row
        isNarrow
        label={
          <label htmlFor="alarms-pass">
            <Trans>Send alarms anyway</Trans>
          </label>
        }
      >
        <Switch id="alarms-pass" isOn={pass} onChange={(isOn) => onChange({ alarms_pass: isOn })} />
      </Row>
    </>
  );
}

type TimeFieldProps = { label: string; time: string; onChange: (time: string) => void };

/**
 * Edits a time of day. It is saved when the person leaves the field, because each typed digit would be
 * another time.
 */
function TimeField({ label, time, onChange }: TimeFieldProps) {
  const [typed, setTyped] = useState(time);
  useEffect(() => {
    setTyped(time);
  }, [time]);
  const commit = () => {
    const isTime = /^\d\d:\d\d$/.test(typed);
    if (isTime && typed !== time) onChange(typed);
    else setTyped(time);
  };
  return (
    <TextInput
      type="time"
      size="md"
      aria-label={label}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={commit}
      onKeyDown={({ key }) => key === 'Enter' && commit()}
    />
  );
}
