import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { createQueries } from '../design/queries.ts';
import { theme } from '../design/theme.ts';
import { ShowTexts } from './show-texts.tsx';

/** Renders components with the theme, queries and notifications of both apps; returns the person who uses them. */
export function renderDesign(ui: ReactNode, queries = createQueries()): UserEvent {
  const user = userEvent.setup({ delay: null });
  render(ui, {
    wrapper: ({ children }) => (
      <MantineProvider theme={theme} env="test" withCssVariables={false} withGlobalClasses={false}>
        <ShowTexts>
          <QueryClientProvider client={queries}>
            <Notifications />
            {children}
          </QueryClientProvider>
        </ShowTexts>
      </MantineProvider>
    ),
  });
  return user;
}

/** Lets the time of fake timers pass. */
export const passTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
