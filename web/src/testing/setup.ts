import { i18n } from '@lingui/core';
import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { completeBrowser } from './simulated-browser.ts';

// A busy machine takes longer than a second to load a page's modules.
configure({ asyncUtilTimeout: 10_000 });

// Testing Library waits on fake timers only if it finds those of Jest.
Object.assign(globalThis, { jest: { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) } });

completeBrowser();
// The sources hold the English texts.
i18n.loadAndActivate({ locale: 'en', messages: {} });

afterEach(() => {
  cleanup();
  notifications.clean();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
});
