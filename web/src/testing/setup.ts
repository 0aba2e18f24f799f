import { i18n } from '@lingui/core';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { setDictionary } from '../languages/dictionary.ts';
import { forgetOwners } from './forget-owners.ts';
import { completeBrowser } from './simulated-browser.ts';

const { getElementError } = getConfig();
const isPolling = (): boolean => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
configure({
  // A busy machine takes longer than a second to load a page's modules.
  asyncUtilTimeout: 10_000,
  // While an element is waited for, each attempt would print the whole page: a quarter of the tests' processor time.
  // When the time is over, it is printed once.
  getElementError: (message, container) =>
    isPolling()
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
});

// Testing Library waits on fake timers only if it finds those of Jest.
Object.assign(globalThis, { jest: { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) } });

completeBrowser();
forgetOwners();
// The sources hold the English texts. A file before this one, in the same worker, may have loaded another language.
i18n.loadAndActivate({ locale: 'en', messages: {} });
setDictionary(undefined);

afterEach(() => {
  cleanup();
  notifications.clean();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
});
