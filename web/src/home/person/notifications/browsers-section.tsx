import type { NotificationBrowser, NotificationSettings } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '../../../design/notify.ts';
import { IconDeviceDesktop, IconDeviceMobile } from '../../../design/page-icons.generated.ts';
import { When } from '../../../design/when.tsx';
import { useSession } from '../../data/session/session.ts';
import { Section } from '../preferences/section.tsx';
import { useBrowserPush } from './browser-push.ts';
import classes from './notifications.module.css';
import { TestButton } from './test-button.tsx';
import { notificationsQuery, useOwnBrowser } from './use-notifications.ts';

/** Lists the browsers that get the person's notifications. */
export function BrowsersSection({ settings }: { settings: NotificationSettings }) {
  const { own } = useOwnBrowser(settings);
  return (
    <Section title={t`Browsers that get them`}>
      {settings.browsers.length === 0 ? (
        <p className={classes.text}>
          <Trans>None yet.</Trans>
        </p>
      ) : (
        <ul className={classes.list}>
          {settings.browsers.map((browser) => (
            <BrowserRow
              key={browser.id}
              browser={browser}
              settings={settings}
              isOwn={browser.id === own?.id}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

type RowProps = { browser: NotificationBrowser; settings: NotificationSettings; isOwn: boolean };

function BrowserRow({ browser, settings, isOwn }: RowProps) {
  const { client } = useSession();
  const push = useBrowserPush();
  const queries = useQueryClient();
  const { id, name, since } = browser;
  const remove = useMutation({
    mutationFn: async () =>
      void (isOwn ? await push.turnOff() : await client.notifications.removeBrowser({ browser_id: id })),
    onError: notify.failed,
    onSettled: () => queries.invalidateQueries(notificationsQuery(client)),
  });
  const Icon = /Android|iPhone/.test(name) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={classes.item}>
      <Icon size={22} stroke={1.5} aria-hidden="true" className={classes.icon} />
      <div className={classes.what}>
        <Group gap="xs">
          <span className={classes.name}>{name}</span>
          {isOwn && (
            <Badge variant="light">
              <Trans>This one</Trans>
            </Badge>
          )}
        </Group>
        <div className={classes.hint}>
          <Trans>
            Added <When at={since} />
          </Trans>
          {' · '}
          <LastUse browser={browser} />
        </div>
      </div>
      <div className={classes.actions}>
        {!isOwn && <TestButton settings={settings} browserId={id} isOwn={false} name={name} />}
        <Button
          variant="default"
          loading={remove.isPending}
          aria-label={t`Remove ${name}`}
          onClick={() => remove.mutate()}
        >
          <Trans>Remove</Trans>
        </Button>
      </div>
    </li>
  );
}

/** Says when the browser last got a notification, or since when its push service takes none. */
function LastUse({ browser: { delivered, failing_since: failing } }: { browser: NotificationBrowser }) {
  if (failing !== null)
    return (
      <span className={classes.bad}>
        <Trans>
          Its push service has accepted none since <When at={failing} />
        </Trans>
      </span>
    );
  if (delivered === null) return <Trans>none sent yet</Trans>;
  return (
    <Trans>
      last sent <When at={delivered} />
    </Trans>
  );
}
