import type { PortalManagerDetail, PortalManagerWebhook } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { exactTime, When } from '../../../design/when.tsx';
import { Section } from '../../ui/section.tsx';
import { CallAgainDialog, type CallableWebhook, isCallable } from './call-again-dialog.tsx';
import { durationOf, purposeWords, resultOf } from './labels.ts';
import classes from './managers.module.css';

type Props = { manager: PortalManagerDetail; mayChange: boolean };

/** Returns why some webhooks can be called only while a person adds devices. */
const reasons = (): Readonly<Record<string, string>> => ({
  receive_token: t`It cannot be tried here: it needs the token of a person who signed in at the maker.`,
  select_device: t`It cannot be tried here: it would add devices to a home.`,
});

/** Lists the addresses that the manager set, and how their last calls went. */
export function Webhooks({ manager, mayChange }: Props) {
  return (
    <Section
      title={t`Webhooks`}
      text={t`The platform calls these when a person adds devices. The manager sets the addresses itself, when it starts.`}
    >
      <ul className={classes.list}>
        {manager.webhooks.map((webhook) => (
          <li key={webhook.name} className={classes.entry}>
            <div className={classes.row}>
              <Webhook webhook={webhook} />
              {mayChange && webhook.url !== null && isCallable(webhook.name) && (
                <CallAgain manager={manager} webhook={webhook.name} />
              )}
            </div>
            {mayChange &&
              webhook.url !== null &&
              isCallable(webhook.name) &&
              manager.templates.length === 0 && (
                <Text size="sm" c="dimmed">
                  <Trans>Assign a template to call it.</Trans>
                </Text>
              )}
            {mayChange && webhook.url !== null && reasons()[webhook.name] && (
              <Text size="xs" c="dimmed">
                {reasons()[webhook.name]}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function CallAgain({ manager, webhook }: { manager: PortalManagerDetail; webhook: CallableWebhook }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        disabled={manager.templates.length === 0}
        onClick={() => setOpen(true)}
        aria-label={t`Call again: ${webhook}`}
      >
        <Trans>Call again</Trans>
      </Button>
      <CallAgainDialog manager={manager} webhook={webhook} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

function Webhook({ webhook }: { webhook: PortalManagerWebhook }) {
  const { name, url, last_call: call, failing_since: since } = webhook;
  return (
    <div>
      <Text fw={600}>
        {purposeWords(name)}{' '}
        <Text span size="sm" c="dimmed" fw={400}>
          {name}
        </Text>
      </Text>
      <Text size="sm" className={classes.wrap ?? ''}>
        {url ?? t`Not set by the manager`}
      </Text>
      {url !== null && (
        <Text size="sm" {...(since === null ? { c: 'dimmed' } : { className: classes.bad ?? '' })}>
          {call === null ? (
            t`Not called since the server started`
          ) : (
            <>
              {resultOf(call)}
              {call.status !== null && ` (${call.status})`}, {durationOf(call)}, <When at={call.time} />
            </>
          )}
          {since !== null && `. Failing since ${exactTime(since)}.`}
        </Text>
      )}
    </div>
  );
}
