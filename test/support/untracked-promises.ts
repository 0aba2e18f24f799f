/*
 * Loaded before the tests of a run. The test runner follows all asynchronous work with `async_hooks`, to know
 * which test or suite it belongs to. Following every promise makes one thirty times as expensive, and a server
 * is made of promises, so they are left out. An uncaught error in one still fails the file.
 */
import asyncHooks from 'node:async_hooks';
import { isMainThread } from 'node:worker_threads';

// The threads of the servers load this file too, and need no test runner.
if (isMainThread) {
  const { createHook } = asyncHooks;
  asyncHooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false });
  await import('node:test');
  asyncHooks.createHook = createHook;
}
