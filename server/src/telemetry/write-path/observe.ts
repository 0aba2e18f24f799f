import type { MessageTrace, TraceEntry, Via } from '../../core/message-trace/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { type InboundMessage, isOwner } from './accept.ts';
import type { Entry } from './entries.ts';

type UncheckedMessage = Omit<InboundMessage, 'template' | 'requesterId'>;

/** Publishes messages on channels, and their outcome, to the message trace. */
export function createObserve({ messageTrace, clock }: { messageTrace: MessageTrace; clock: Clock }) {
  return (inbound: UncheckedMessage) => {
    const [at, begun] = [clock.now(), clock.monotonic()];
    return {
      refused: (error: unknown): void => messageTrace.refused({ at, ...passedOf(inbound) }, error),

      /** Called when a message was accepted but not stored. */
      dropped: (code: string, text: string): void =>
        messageTrace.failed({ at, ...passedOf(inbound), result: 'refused', reason: { code, text } }),

      /**
       * Called when an entry was handled: a report is stored by now, or was left out and has no time; the answer to a
       * read or write comes later.
       */
      done(entry: Entry): void {
        const isReport = entry.kind === 'report';
        if (!messageTrace.hasObservers || (isReport && entry.timestamp === undefined)) return;
        const result = isReport ? 'stored' : 'accepted';
        messageTrace.passed({ at, ...passedOf(inbound), result, tookMs: clock.monotonic() - begun });
      },
    };
  };
}

function passedOf(inbound: UncheckedMessage): Omit<TraceEntry, 'result'> {
  const { actor, channel, address, message } = inbound;
  const { io, data } = message;
  return { kind: 'message', direction: 'in', via: viaOf(inbound), party: actor, channel, address, io, data };
}

function viaOf({ actor, channel }: UncheckedMessage): Via {
  if (actor.session !== undefined) return 'mqtt';
  return channel.owner?.kind === 'virtual' && isOwner(actor, channel) ? 'virtual' : 'http';
}
