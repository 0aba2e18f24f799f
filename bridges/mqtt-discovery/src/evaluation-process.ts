import {
  type Announcement,
  announcedDevice,
  type Decoded,
  type Exchange,
  evaluateMessage,
  exchangeOf,
  NotMapped,
  type Sending,
  TemplateTooSlow,
} from '@azulejo/devices/home-assistant';

type Write = Parameters<Exchange['encode']>[0];

/** A request to the process that evaluates templates. `device` identifies a description of a device. */
export type EvaluationRequest = { readonly device: number } & (
  | { readonly type: 'describe'; readonly announcements: readonly Announcement[] }
  | { readonly type: 'forget' }
  | { readonly type: 'decode'; readonly topic: string; readonly payload: string }
  | { readonly type: 'encode'; readonly write: Write }
);

/** The reply to one request; replies come in the order of the requests. */
export type EvaluationReply = {
  readonly result?: Decoded | Sending;
  /** Whether the device took too long. Further requests about it have no result. */
  readonly isTooSlow?: boolean;
  readonly error?: string;
};

/** The argument with which this program evaluates templates for another process of it. */
export const EVALUATE = '--evaluate-templates';

/** The first message of the process. */
export const READY = 'ready';

/** Evaluates the templates of devices for the process that started this one, and ends with it. */
export function serveEvaluations(): void {
  const exchanges = new Map<number, Exchange>();

  function reply(request: EvaluationRequest): EvaluationReply {
    const { device } = request;
    try {
      return { result: evaluateMessage(() => carryOut(exchanges, request)) };
    } catch (error) {
      if (error instanceof NotMapped) return {};
      if (!(error instanceof TemplateTooSlow)) return { error: String(error) };
      exchanges.delete(device);
      return { isTooSlow: true };
    }
  }

  process.on('message', (request: EvaluationRequest) => void process.send?.(reply(request)));
  process.send?.(READY);
}

function carryOut(
  exchanges: Map<number, Exchange>,
  request: EvaluationRequest,
): Decoded | Sending | undefined {
  const { device } = request;
  switch (request.type) {
    case 'describe': {
      const [first, ...others] = request.announcements;
      if (first) exchanges.set(device, exchangeOf(announcedDevice(first, ...others)));
      return undefined;
    }
    case 'forget':
      exchanges.delete(device);
      return undefined;
    case 'decode':
      return exchanges.get(device)?.decode(request.topic, request.payload);
    case 'encode':
      return exchanges.get(device)?.encode(request.write);
  }
}
