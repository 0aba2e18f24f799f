import '@fontsource-variable/figtree';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import '../../../design/global.css';
import { MantineProvider } from '@mantine/core';
import type { NotificationsProps } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { type ComponentType, lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { theme } from '../../../design/theme.ts';
import { areStylesLoaded, watchStyles } from '../../kit/ui/with-styles.ts';
import classes from './messages.module.css';

/**
 * The nonce of this response, which allows styles made at run time. Browsers hide it from selectors, but not
 * from scripts.
 */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
setNonce(nonce);

const Messages = lazy<ComponentType<NotificationsProps>>(() =>
  import('@mantine/notifications').then(
    (file) => ({ default: file.Notifications }),
    // Without a connection the page continues without them.
    () => ({ default: () => null }),
  ),
);

/**
 * Providers of the home. The first view shows no notifications: they come from pages with Mantine's styles, which take
 * a slow phone a fifth of a second in a large home.
 */
export function HomeProvider({ queries, children }: { queries: QueryClient; children: ReactNode }) {
  const hasMessages = useSyncExternalStore(watchStyles, areStylesLoaded);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <QueryClientProvider client={queries}>
        {hasMessages && (
          <Suspense>
            <Messages position="bottom-center" containerWidth={420} className={classes.messages} />
          </Suspense>
        )}
        {children}
      </QueryClientProvider>
    </MantineProvider>
  );
}
