import type { AutomationWhyNot } from '@azulejo/contract';
import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorText } from '../../../../design/error-text.ts';
import { useSession } from '../../../data/session/session.ts';
import card from '../../../kit/ui/card.module.css';
import { Verdicts } from '../parts/verdicts.tsx';
import classes from './why-not.module.css';

const MINUTE_MS = 60_000;

/** Asks why an automation did not run at a time. */
export function WhyNot({ automationId }: { automationId: string }) {
  const { client } = useSession();
  const [when, setWhen] = useState(() => toLocal(Date.now() - MINUTE_MS));
  const ask = useMutation({
    mutationFn: async (at: number) =>
      (await client.rehearsals.whyNot({
        automation_id: automationId,
        at: String(at),
        language: i18n.locale,
      })) as AutomationWhyNot,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate(Date.parse(`${when.date}T${when.time}`));
  };
  return (
    <section className={card.card} aria-labelledby="why-not">
      <h2 id="why-not">
        <Trans>Why didn’t it run?</Trans>
      </h2>
      <form onSubmit={submit} className={classes.form}>
        <TextInput
          type="date"
          label={t`Day`}
          required
          withAsterisk={false}
          max={toLocal(Date.now()).date}
          value={when.date}
          onChange={({ currentTarget }) => setWhen({ ...when, date: currentTarget.value })}
        />
        <TextInput
          type="time"
          label={t({ message: 'Time', context: 'of day' })}
          required
          withAsterisk={false}
          value={when.time}
          onChange={({ currentTarget }) => setWhen({ ...when, time: currentTarget.value })}
        />
        <Button type="submit" variant="default" loading={ask.isPending}>
          <Trans>Ask why</Trans>
        </Button>
      </form>
      <div role="status" className={classes.answer}>
        {ask.data && (
          <>
            <p>{ask.data.text}</p>
            <Verdicts conditions={ask.data.conditions} />
          </>
        )}
      </div>
      <p role="alert" className={classes.refused}>
        {ask.error && errorText(ask.error)}
      </p>
    </section>
  );
}

/** Returns what the fields of a date and a time take, in the time of this browser. */
function toLocal(at: number): { readonly date: string; readonly time: string } {
  const local = new Date(at - new Date(at).getTimezoneOffset() * MINUTE_MS).toISOString();
  return { date: local.slice(0, 10), time: local.slice(11, 16) };
}
