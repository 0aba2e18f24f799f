import type { PortalMessage } from '@azulejo/contract';
import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CodeBlock } from '../../../design/code-block.tsx';
import { CopyButton } from '../../../design/copy-button.tsx';
import { exactTime } from '../../../design/when.tsx';
import { directionWord, helpFor, partyKind, partyName, prettyPayload, viaWord } from './labels.ts';
import classes from './messages.module.css';

/** Shows everything that is known about a message: why it failed, in words, and what to do. */
export function MessageDetails({ id, message }: { id: string; message: PortalMessage }) {
  const { reason, payload, bytes } = message;
  const help = helpFor(message);
  return (
    <div id={id} className={classes.details}>
      {reason && (
        <div className={classes.reason} data-failure={message.is_failure || undefined}>
          <p>{reason.text}</p>
          {reason.advice && <p className={classes.quiet}>{reason.advice}</p>}
          {help && (
            <Anchor href={help.href} size="sm">
              {help.label}
            </Anchor>
          )}
        </div>
      )}
      <Facts message={message} />
      {payload !== undefined && payload !== '' && <CodeBlock code={prettyPayload(payload)} label="payload" />}
      {bytes !== undefined && (
        <p className={classes.quiet}>
          <Trans>The beginning of {i18n.number(bytes)} bytes.</Trans>
        </p>
      )}
      <Narrowing message={message} />
    </div>
  );
}

function Facts({ message }: { message: PortalMessage }) {
  const { at, topic, channel, took_ms: took } = message;
  const facts: [string, ReactNode][] = [
    [t`When`, exactTime(at)],
    [t`How`, `${directionWord(message)}, ${viaWord(message)}`],
    [partyKind(message), partyName(message)],
  ];
  if (topic !== undefined)
    facts.push([
      t`Topic`,
      <span key="topic" className={classes.topic}>
        <code>{topic}</code>
        <CopyButton value={topic} label={t`the topic`} />
      </span>,
    ]);
  if (channel) facts.push([t`Channel`, channel.name ?? t`${channel.id}, which does not exist`]);
  if (took !== undefined) facts.push([t`Took`, t`${i18n.number(took)} ms`]);
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const watchTexts = (): Readonly<Record<PortalMessage['party']['kind'], string>> => ({
  user: t`Watch this user`,
  application: t`Watch this application`,
  manager: t`Watch this manager`,
  device: t`Watch this device`,
  virtual: t`Watch this device`,
  unknown: t`Watch this client`,
});

/** Links from one message to all of the same user, client or channel. */
function Narrowing({ message }: { message: PortalMessage }) {
  const { party, channel } = message;
  const ofParty = party.kind === 'user' ? { user: party.id } : { client: party.id };
  const isClient = party.kind !== 'unknown' && party.kind !== 'virtual';
  return (
    <Group gap="xs">
      {isClient && (
        <Button
          size="xs"
          variant="default"
          renderRoot={(props) => <Link to="/messages" search={ofParty} {...props} />}
        >
          {watchTexts()[party.kind]}
        </Button>
      )}
      {channel && (
        <Button
          size="xs"
          variant="default"
          renderRoot={(props) => <Link to="/messages" search={{ channel: channel.id }} {...props} />}
        >
          <Trans>Watch this channel</Trans>
        </Button>
      )}
      <CopyButton value={JSON.stringify(message, undefined, 2)} label={t`the message as JSON`} />
    </Group>
  );
}
