import { t } from '@lingui/core/macro';
import { notifications } from '@mantine/notifications';
import { errorText } from './error-text.ts';

const closeButtonProps = () => ({ 'aria-label': t`Close` });

/**
 * Shows a short notification of what succeeded or failed. Screen readers announce it: a failure at once, a success when
 * they have finished a sentence.
 */
export const notify = {
  done: (message: string) =>
    notifications.show({
      message,
      role: 'status',
      closeButtonProps: closeButtonProps(),
      color: 'azul',
      autoClose: 4_000,
    }),
  failed: (error: unknown) => notify.refused(errorText(error)),
  /** Does the same with a text of one's own. */
  refused: (message: string) =>
    notifications.show({
      message,
      closeButtonProps: closeButtonProps(),
      color: 'red',
      autoClose: 8_000,
    }),
};
