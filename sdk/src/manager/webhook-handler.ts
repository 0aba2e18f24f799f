import type { ManagerChannels } from './channels.ts';
import { isSigned, SUBJECT_HEADERS } from './webhook-check.ts';
import type { MakerDevice, WebhookCall, WebhookHandlers, WebhookOptions } from './webhook-types.ts';

type Dependencies = {
  readonly handlers: WebhookHandlers;
  readonly options: WebhookOptions;
  readonly channels: Pick<ManagerChannels, 'create' | 'grant'>;
  readonly isConfirmed: (hash: string) => Promise<boolean>;
};

/** Thrown for an answer other than success. The platform shows the text to the maker’s developers only. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

const METHODS: Readonly<Record<string, string>> = {
  authorize: 'GET',
  'receive-token': 'POST',
  'devices-list': 'POST',
  'select-device': 'POST',
};

/**
 * Answers the platform's requests. Each goes through these phases:
 * 1. Route: the last segment of the path, and its method (404, 405).
 * 2. Proof: the confirmation hash, and the signature if there are keys (403).
 * 3. Input: for whom, and the JSON (400, 413, 422).
 * 4. The maker's handler (404 when it knows no account, 500 when it throws).
 */
export function createWebhookHandler(dependencies: Dependencies): (request: Request) => Promise<Response> {
  const { handlers, options, channels } = dependencies;
  const problem = (error: unknown) => options.onProblem?.(error);

  async function answer(request: Request): Promise<Response> {
    const name = new URL(request.url).pathname.split('/').at(-1) ?? '';
    const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
    if (method === undefined) throw new Refusal(404, 'There is no such webhook.');
    if (request.method !== method) throw new Refusal(405, `The method must be ${method}.`);
    await prove(request, dependencies.isConfirmed);
    const body = await bodyText(request);
    const keys = options.signingKeys ?? [];
    if (keys.length > 0 && !(await isSigned({ headers: request.headers, body }, keys)))
      throw new Refusal(403, 'The signature is missing, too old or wrong.');
    const call = callOf(request.headers);
    switch (name) {
      case 'authorize':
        return json({ location: await handlers.authorize(call) });
      case 'receive-token':
        await handlers.receiveToken(call, parsed(body));
        return new Response(null, { status: 200 });
      case 'devices-list': {
        const devices = await handlers.listDevices(call);
        if (!devices) throw new Refusal(404, 'The user has not signed in at the maker.');
        return json(devices);
      }
      default: {
        const chosen = parsed(body);
        const devices = await selectDevices({ call, chosen, handlers, channels, problem });
        if (!devices) throw new Refusal(422, 'channels must be a list of at most 100 devices with an id.');
        return json(devices);
      }
    }
  }

  return async (request) => {
    try {
      return await answer(request);
    } catch (error) {
      if (error instanceof Refusal) return json({ text: error.message, code: 0 }, error.status);
      if (error instanceof TooLarge) return json({ text: error.message, code: 0 }, 413);
      problem(error);
      return json({ text: 'The maker could not answer.', code: 0 }, 500);
    }
  };
}

async function prove({ headers }: Request, isConfirmed: Dependencies['isConfirmed']): Promise<void> {
  const hash = /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (hash === undefined || !(await isConfirmed(hash)))
    throw new Refusal(403, 'The confirmation hash is wrong.');
}

function callOf(headers: Headers): WebhookCall {
  const [applicationId, userId, templateId] = SUBJECT_HEADERS.map((name) => {
    const value = headers.get(name);
    if (!value) throw new Refusal(400, `The header ${name} is missing.`);
    return value;
  }) as [string, string, string];
  return { applicationId, userId, templateId };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Refusal(422, 'The body is not JSON.');
  }
}

const json = (value: unknown, status = 200) => Response.json(value, { status });

/** Larger than any body of the platform. */
const MAX_BODY_BYTES = 256 * 1024;

class TooLarge extends Error {}

/** Reads a body of limited size. */
async function bodyText({ body }: Request): Promise<string> {
  if (!body) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > MAX_BODY_BYTES) {
      await reader.cancel();
      throw new TooLarge(`The body is larger than ${MAX_BODY_BYTES} bytes.`);
    }
    text += decoder.decode(value, { stream: true });
  }
}

type Selection = {
  readonly call: WebhookCall;
  readonly chosen: unknown;
  readonly handlers: Pick<WebhookHandlers, 'added'>;
  readonly channels: Pick<ManagerChannels, 'create' | 'grant'>;
  readonly problem: (error: unknown) => void;
};

const MAX_DEVICES = 100;
/** Limits how many devices are added at a time. */
const CONCURRENCY = 5;

/**
 * Creates and grants a channel for each chosen device. Returns the channels in the order of the devices,
 * without failed ones, or undefined when the body is malformed (manager-sdk 3.2).
 */
async function selectDevices(selection: Selection): Promise<{ id: string }[] | undefined> {
  const devices = devicesIn(selection.chosen);
  if (!devices) return undefined;
  const added: ({ id: string } | undefined)[] = [];
  let next = 0;
  const addInTurn = async (): Promise<void> => {
    for (let index = next++; index < devices.length; index = next++) {
      try {
        added[index] = await add(selection, devices[index] as MakerDevice);
      } catch (error) {
        selection.problem(error);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, addInTurn));
  return added.filter((channel) => channel !== undefined);
}

async function add({ call, channels, handlers }: Selection, device: MakerDevice): Promise<{ id: string }> {
  const { applicationId: application_id, userId: user_id, templateId: channeltemplate_id } = call;
  const { id } = await channels.create({ channeltemplate_id, remote_key: device.id, name: device.content });
  await channels.grant({ channel_id: id, application_id, user_id });
  await handlers.added?.(call, device, id);
  return { id };
}

function devicesIn(body: unknown): MakerDevice[] | undefined {
  if (typeof body !== 'object' || body === null || !('channels' in body)) return undefined;
  // One device may come without a list (manager-sdk 3.2).
  const list: unknown[] = Array.isArray(body.channels) ? body.channels : [body.channels];
  if (list.length > MAX_DEVICES) return undefined;
  const devices = list.map(deviceOf);
  return devices.every((device) => device !== undefined) ? devices : undefined;
}

function deviceOf(value: unknown): MakerDevice | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, content, photoUrl } = value as Partial<Record<string, unknown>>;
  if (typeof id !== 'string' || id === '') return undefined;
  return {
    id,
    content: typeof content === 'string' ? content : '',
    ...(typeof photoUrl === 'string' && { photoUrl }),
  };
}
