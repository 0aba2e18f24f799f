import { parentPort } from 'node:worker_threads';
import { createReplay, type Replay } from './replay/replay.ts';
import type { ThreadReply, ThreadRequest } from './threads.ts';

/* A thread that replays definitions, page by page, so that rehearsals do not delay other requests. */
let replays: Replay[] = [];

parentPort?.on('message', (request: ThreadRequest) => {
  parentPort?.postMessage(answer(request));
});

function answer(request: ThreadRequest): ThreadReply {
  switch (request.type) {
    case 'begin':
      replays = request.tasks.map(createReplay);
      break;
    case 'page':
      for (const replay of replays) for (const event of request.events) replay.take(event);
      break;
    default: {
      const results = replays.map((replay) => replay.finish(request.to));
      replays = [];
      return { results };
    }
  }
  return { progress: replays[0]?.progress() ?? { at: 0, count: 0 } };
}
