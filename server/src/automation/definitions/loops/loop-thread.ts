import { parentPort } from 'node:worker_threads';
import { findLoop, type LoopHome } from '@azulejo/automations';

/* The thread that looks for loops: trying the states of a home takes up to a second. */
parentPort?.on('message', (home: LoopHome) => parentPort?.postMessage({ found: findLoop(home) }));
