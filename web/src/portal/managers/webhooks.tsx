import type { PortalManagerDetail, PortalManagerWebhook } from '@azulejo/contract';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { exactTime, When } from '../../design/when.tsx';
import { Section } from '../parts/section.tsx';
import { CallAgainDialog } from './call-again-dialog.tsx';
import classes from './managers.module.css';
import { durationOf, purposeWords, resultOf } from './words.ts';

type Props = { manager: PortalManagerDetail; mayChange: boolean };

/** Why a webhook cannot be called without a person who adds devices. */
const REASONS: Readonly<Record<string, string>> = {
  receive_token: 'It cannot be tried here: it needs the token of a person who signed in at the maker.',
  devices_list: 'It cannot be tried here: it needs a person who signed in at the maker.',
  select_device: 'It cannot be tried here: it would add devices to a home.',
};

/** The addresses that the manager set, and how their last calls went. */
export function Webhooks({ manager, mayChange }: Props) {
  const [isAsking, setAsking] = useState(false);
  const hasTemplates = manager.templates.length > 0;
  return (
    <Section
      title="Webhooks"
      text="The platform calls these when a person adds devices. The manager sets the addresses itself, when it starts."
    >
      <ul className={classes.list}>
        {manager.webhooks.map((webhook) => (
          <li key={webhook.name} className={classes.entry}>
            <div className={classes.row}>
              <Webhook webhook={webhook} />
              {mayChange && webhook.name === 'authorize' && webhook.url !== null && (
                <Button
                  variant="default"
                  size="xs"
                  disabled={!hasTemplates}
                  onClick={() => setAsking(true)}
                  aria-label={`Call again: ${webhook.name}`}
                >
                  Call again
                </Button>
              )}
            </div>
            {mayChange && webhook.name === 'authorize' && !hasTemplates && (
              <Text size="sm" c="dimmed">
                Assign a template to call it.
              </Text>
            )}
            {mayChange && webhook.url !== null && REASONS[webhook.name] && (
              <Text size="xs" c="dimmed">
                {REASONS[webhook.name]}
              </Text>
            )}
          </li>
        ))}
      </ul>
      <CallAgainDialog manager={manager} isOpen={isAsking} onClose={() => setAsking(false)} />
    </Section>
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
        {url ?? 'Not set by the manager'}
      </Text>
      {url !== null && (
        <Text size="sm" {...(since === null ? { c: 'dimmed' } : { className: classes.bad ?? '' })}>
          {call === null ? (
            'Not called since the server started'
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
