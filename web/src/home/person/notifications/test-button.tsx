import type { NotificationSettings } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { errorText } from '../../../design/error-text.ts';
import classes from './notifications.module.css';
import { type TestResult, useTest } from './use-test.ts';

const results: Readonly<Record<TestResult, (isOwn: boolean) => string>> = {
  shown: () =>
    t`It has arrived. If you see nothing, the device hides it: look at its settings for notifications and “Do not disturb”.`,
  accepted: (isOwn) =>
    isOwn
      ? t`The push service has accepted it, but it has not arrived here yet.`
      : t`The push service has accepted it. Look at that device.`,
  refused: () => t`The push service is not accepting it at the moment. The platform will try again.`,
  gone: () =>
    t`The push service says that this browser’s subscription has ended, so it was removed. Turn notifications on again there.`,
  waiting: () => t`The push service has not accepted it yet. The platform will try again.`,
};

type Props = {
  settings: NotificationSettings;
  browserId: string;
  isOwn: boolean;
  /** The name of the browser, for screen readers, where there are several buttons. */
  name?: string;
};

/** Sends a test notification to a browser, and says what became of it. */
export function TestButton({ settings, browserId, isOwn, name }: Props) {
  const test = useTest(settings, { browserId, isOwn });
  return (
    <div className={classes.test}>
      <Button
        variant="default"
        loading={test.isPending}
        aria-label={name === undefined ? undefined : t`Send a test to ${name}`}
        onClick={() => test.mutate()}
      >
        <Trans>Send a test</Trans>
      </Button>
      <p role="status" className={classes.result}>
        {test.isPending && <Trans>Sending…</Trans>}
        {test.data && results[test.data](isOwn)}
      </p>
      {test.error && (
        <p role="alert" className={classes.failed}>
          {errorText(test.error)}
        </p>
      )}
    </div>
  );
}
