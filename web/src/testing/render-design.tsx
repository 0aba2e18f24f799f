import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { createQueries } from '../design/queries.ts';
import { theme } from '../design/theme.ts';

/** Renders components with the theme, queries and notifications of both apps; returns the person who uses them. */
export function renderDesign(ui: ReactNode, queries = createQueries()): UserEvent {
  const user = userEvent.setup({ delay: null });
  render(ui, {
    wrapper: ({ children }) => (
      <MantineProvider theme={theme} env="test" withCssVariables={false} withGlobalClasses={false}>
        <I18nProvider i18n={i18n}>
          <QueryClientProvider client={queries}>
            <Notifications />
            {children}
          </QueryClientProvider>
        </I18nProvider>
      </MantineProvider>
    ),
  });
  return user;
}

/** Lets the time of fake timers pass. */
export const passTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
