import type { Passed, Traffic, Via } from '../../core/message-trace/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { isOwner, type Said } from './accept.ts';
import type { Entry } from './entries.ts';

type Spoken = Omit<Said, 'template' | 'requesterId'>;

/** Tells whoever watches what is said on channels, and what came of it. */
export function createObserve({ traffic, clock }: { traffic: Traffic; clock: Clock }) {
  return (said: Spoken) => {
    const [at, begun] = [clock.now(), clock.monotonic()];
    return {
      refused: (error: unknown): void => traffic.refused({ at, ...passedOf(said) }, error),

      /** Taken, and not kept. */
      dropped: (code: string, text: string): void =>
        traffic.failed({ at, ...passedOf(said), result: 'refused', reason: { code, text } }),

      /** A report is stored; what is asked for is answered later. */
      done({ kind }: Entry): void {
        if (!traffic.isWatched) return;
        const result = kind === 'report' ? 'stored' : 'accepted';
        traffic.passed({ at, ...passedOf(said), result, tookMs: clock.monotonic() - begun });
      },
    };
  };
}

function passedOf(said: Spoken): Omit<Passed, 'result'> {
  const { speaker, channel, address, message } = said;
  const { io, data } = message;
  return { kind: 'message', direction: 'in', via: viaOf(said), party: speaker, channel, address, io, data };
}

function viaOf({ speaker, channel }: Spoken): Via {
  if (speaker.session !== undefined) return 'mqtt';
  return channel.owner?.kind === 'virtual' && isOwner(speaker, channel) ? 'virtual' : 'http';
}
