import { defineConfig, mergeConfig } from 'vitest/config';
import pages from './vite.config.ts';

/** Component tests: the pages' own modules in a simulated browser, built by the same plugins. */
export default mergeConfig(
  pages,
  defineConfig({
    test: {
      environment: 'happy-dom',
      environmentOptions: { happyDOM: { url: 'https://azulejo.example/' } },
      include: ['src/**/*.test.{ts,tsx}'],
      setupFiles: ['src/testing/setup.ts'],
      // Loading React and Mantine takes longer than a file's tests, so the files of one worker share them.
      isolate: false,
      // One more than there are cores would use the time in which tests wait, but it would load everything again.
      maxWorkers: '100%',
      testTimeout: 20_000,
      expect: { poll: { timeout: 10_000, interval: 20 } },
      restoreMocks: true,
      unstubGlobals: true,
      env: { TZ: 'UTC' },
    },
  }),
);
