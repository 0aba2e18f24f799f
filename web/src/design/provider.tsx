import '@fontsource-variable/figtree';
import './mantine.css';
import '@mantine/notifications/styles.layer.css';
import './global.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import type { ReactNode } from 'react';
import { theme } from './theme.ts';

/**
 * The nonce of this response, which allows styles made at run time. Browsers hide it from selectors, but not
 * from scripts.
 */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
setNonce(nonce);

/** Provides theme, colour scheme, queries, dialogs and notifications for both apps. */
export function DesignProvider({ queries, children }: { queries: QueryClient; children: ReactNode }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <QueryClientProvider client={queries}>
        <Notifications position="bottom-center" containerWidth={420} />
        {children}
      </QueryClientProvider>
    </MantineProvider>
  );
}
