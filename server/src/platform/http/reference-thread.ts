import { parentPort, workerData } from 'node:worker_threads';
import { makePageParts } from './reference-page.ts';

/* The thread that makes the files of the API reference once. */
parentPort?.postMessage(await makePageParts(workerData as '/docs'));
