import { Readable } from 'node:stream';
import { type Rehearsal, type RehearsalProgress, type resources, toTimestamp } from '@azulejo/contract';
import type { FastifyError, FastifyRequest } from 'fastify';
import type { Handlers } from '../../core/access/index.ts';
import { ApiError, problemBody } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { onDisconnect, STREAM_TYPE, wantsStream } from '../../platform/http/event-stream.ts';
import { toApiError } from '../../platform/http/problems.ts';
import { createRateLimit } from '../../platform/rate-limits.ts';
import { readInstant } from '../../telemetry/history/index.ts';
import { definitionOf } from '../definitions/index.ts';
import type { Rehearsals } from './rehearsals.ts';
import type { PastProgress } from './replay-past.ts';
import { type createSlots, reasonOf, type Slot } from './slots.ts';

/** An editor asks again at each change. */
const PER_MINUTE = 60;

type Dependencies = {
  readonly clock: Clock;
  readonly rehearsals: Rehearsals;
  readonly slots: ReturnType<typeof createSlots>;
};

type Running = AsyncGenerator<PastProgress, Rehearsal>;

export function rehearsalHandlers({
  clock,
  rehearsals,
  slots,
}: Dependencies): Handlers<typeof resources.rehearsals> {
  const limit = createRateLimit('rehearsals', PER_MINUTE, { clock });

  /** Waits for the user's place, which is taken until it is given back, or the client disconnects. */
  async function enter(userId: string, request: FastifyRequest): Promise<Slot> {
    limit.take(userId);
    const slot = slots.take(userId);
    // No one reads the reply, but it is not a failure of the server.
    const leave = () => slot.end(new ApiError('invalid_request', { detail: 'The client disconnected.' }));
    const watching = onDisconnect(request, leave);
    const dispose = () => {
      watching[Symbol.dispose]();
      slot[Symbol.dispose]();
    };
    try {
      await slot.ready;
    } catch (error) {
      dispose();
      throw error;
    }
    return { ...slot, [Symbol.dispose]: dispose };
  }

  return {
    create: async ({ input, context, request }) => {
      const { id: userId } = context.home;
      const { automation: automationId, days, language } = input;
      const definition = definitionOf(input.definition);
      const slot = await enter(userId, request);
      const question = { definition, automationId, days, language, signal: slot.signal };
      const running = rehearsals.rehearse(userId, question);
      if (!wantsStream(request)) return { body: await resultOf(running, slot) };
      // Until here, errors are replies with their own status.
      const first = await firstOf(running, slot);
      return { stream: Readable.from(toStream(first, running, slot, request)), contentType: STREAM_TYPE };
    },
    whyNot: async ({ input, context, request }) => {
      const { id: userId } = context.home;
      const at = readInstant('at', input.at);
      using slot = await enter(userId, request);
      const { automation_id: automationId, language } = input;
      try {
        return { body: await rehearsals.whyNot(userId, { automationId, at, language, signal: slot.signal }) };
      } catch (error) {
        throw reasonOf(slot, error);
      }
    },
  };
}

async function resultOf(running: Running, slot: Slot): Promise<Rehearsal> {
  using _slot = slot;
  try {
    let step = await running.next();
    while (!step.done) step = await running.next();
    return step.value;
  } catch (error) {
    throw reasonOf(slot, error);
  }
}

async function firstOf(running: Running, slot: Slot): Promise<IteratorResult<PastProgress, Rehearsal>> {
  try {
    return await running.next();
  } catch (error) {
    using _slot = slot;
    throw reasonOf(slot, error);
  }
}

/**
 * Yields the events of a rehearsal: `progress`, then one `result` or `error`. The place is given back before the last
 * one, so that a client that reads slowly does not keep it.
 */
async function* toStream(
  first: IteratorResult<PastProgress, Rehearsal>,
  running: Running,
  slot: Slot,
  request: FastifyRequest,
): AsyncGenerator<string> {
  let last: string;
  try {
    using _slot = slot;
    let step = first;
    for (; !step.done; step = await running.next()) yield toText('progress', toProgress(step.value));
    last = toText('result', step.value);
  } catch (error) {
    const problem = toApiError(reasonOf(slot, error) as FastifyError);
    if (problem.kind === 'internal') request.log.error({ err: problem.cause }, 'a rehearsal failed');
    last = toText('error', problemBody(problem, request.id, false));
  }
  yield last;
}

const toProgress = ({ done, at, count }: PastProgress): RehearsalProgress => ({
  type: 'progress',
  done,
  at: toTimestamp(at),
  count,
});

const toText = (event: string, data: unknown): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
