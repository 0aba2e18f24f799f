import { connectAsync, type MqttClient } from 'mqtt';

type Message = { readonly topic: string; readonly body: unknown };

/** A client that remembers the JSON messages below a topic. */
export type Observer = AsyncDisposable & {
  /** Resolves with the first message that fits, earlier or later. */
  message(topic: string, fits?: (body: never) => boolean): Promise<unknown>;
  /** Returns how many messages that fit were on the topic. */
  count(topic: string, fits?: (body: never) => boolean): number;
  /** Forgets what was received. */
  forget(): void;
  publish(topic: string, body: unknown, retain?: boolean): Promise<void>;
};

const TIMEOUT_MS = 60_000;

export async function observe(port: number, filter: string): Promise<Observer> {
  const client: MqttClient = await connectAsync(`mqtt://127.0.0.1:${port}`);
  let messages: Message[] = [];
  const waiting = new Set<() => void>();
  client.on('message', (topic, payload) => {
    messages.push({ topic, body: parse(payload.toString()) });
    for (const look of waiting) look();
  });
  await client.subscribeAsync(filter);
  return {
    message(topic, fits = () => true) {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const timer = setTimeout(() => reject(new Error(`No such message on ${topic}`)), TIMEOUT_MS);
      const look = () => {
        const found = messages.find((each) => each.topic === topic && fits(each.body as never));
        if (found) resolve(found.body);
      };
      waiting.add(look);
      look();
      return promise.finally(() => {
        clearTimeout(timer);
        waiting.delete(look);
      });
    },
    count: (topic, fits = () => true) =>
      messages.filter((each) => each.topic === topic && fits(each.body as never)).length,
    forget: () => {
      messages = [];
    },
    publish: async (topic, body, retain = false) => {
      await client.publishAsync(topic, typeof body === 'string' ? body : JSON.stringify(body), { retain });
    },
    [Symbol.asyncDispose]: () => client.endAsync(true),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
