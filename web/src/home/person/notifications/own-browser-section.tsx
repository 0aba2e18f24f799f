import type { NotificationSettings } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../../design/error-text.ts';
import { IconCircleCheck, IconInfoCircle } from '../../../design/page-icons.generated.ts';
import { useSession } from '../../data/session/session.ts';
import { Section } from '../preferences/section.tsx';
import { useBrowserPush } from './browser-push.ts';
import classes from './notifications.module.css';
import { PushError, type PushFailure } from './push-registration.ts';
import type { PushSupport } from './push-support.ts';
import { TestButton } from './test-button.tsx';
import { notificationsQuery, useOwnBrowser } from './use-notifications.ts';

const obstacles: Readonly<Record<Exclude<PushSupport, 'ready'>, () => string>> = {
  denied: () =>
    t`This browser refuses notifications of this page. Allow them in the browser’s settings for this site: press the icon next to the address. Then come back here.`,
  homeScreen: () =>
    t`On iPhones and iPads, notifications need Home on the home screen: press Share, then “Add to Home Screen”, open Home from there, and come back to this page.`,
  none: () => t`This browser cannot show notifications. Use another one, or e-mail.`,
  insecure: () =>
    t`Browsers allow notifications only on pages with HTTPS. Ask the person who runs this platform to serve it over HTTPS.`,
  shared: () => t`You said that this computer is shared, so it gets no notifications: others would see them.`,
};

const failures: Readonly<Record<PushFailure, () => string>> = {
  dismissed: () => t`The browser’s question was closed without an answer. Try again and choose “Allow”.`,
  denied: () => t`This browser refuses notifications of this page.`,
  unreachable: () =>
    t`This browser does not reach its push service, or has turned it off. Check its connection and its privacy settings, or use another browser.`,
  worker: () => t`This browser could not prepare the page for notifications. Reload it and try again.`,
};

const failureText = (error: unknown): string =>
  error instanceof PushError ? failures[error.failure]() : errorText(error);

/** Turns notifications on and off in this browser, or says why it cannot. */
export function OwnBrowserSection({ settings }: { settings: NotificationSettings }) {
  const { support, own } = useOwnBrowser(settings);
  return (
    <Section title={t`This browser`}>
      {support === 'ready' ? (
        <OwnBrowser settings={settings} ownId={own?.id} />
      ) : (
        <p className={classes.state}>
          <IconInfoCircle size={22} stroke={1.6} aria-hidden="true" />
          <span>{obstacles[support]()}</span>
        </p>
      )}
    </Section>
  );
}

type OwnBrowserProps = { settings: NotificationSettings; ownId: string | undefined };

function OwnBrowser({ settings, ownId }: OwnBrowserProps) {
  const { client } = useSession();
  const push = useBrowserPush();
  const queries = useQueryClient();
  const isOn = ownId !== undefined;
  const change = useMutation({
    mutationFn: async () => void (isOn ? await push.turnOff() : await push.turnOn(settings.public_key)),
    onSettled: () => queries.invalidateQueries(notificationsQuery(client)),
  });
  return (
    <>
      <p className={classes.state} data-on={isOn || undefined}>
        {isOn && <IconCircleCheck size={22} stroke={1.6} aria-hidden="true" />}
        <span>
          {isOn ? (
            <Trans>This browser gets your notifications, also while Home is closed.</Trans>
          ) : (
            <Trans>Get alarms and whatever needs you here, also while Home is closed.</Trans>
          )}
        </span>
      </p>
      <Group gap="sm" align="start">
        {isOn && <TestButton settings={settings} browserId={ownId} isOwn />}
        <Button
          variant={isOn ? 'default' : 'filled'}
          loading={change.isPending}
          onClick={() => change.mutate()}
        >
          {isOn ? <Trans context="setting">Turn off</Trans> : <Trans>Turn on in this browser</Trans>}
        </Button>
      </Group>
      {change.error && (
        <p role="alert" className={classes.failed}>
          {failureText(change.error)}
        </p>
      )}
    </>
  );
}
