import type { Answer } from '../run.ts';
import type { Script } from './script.ts';

/** Returns the whole run as lines of JSON without connecting: what each device would publish, in order. */
export function printRun(scripts: readonly Script[], acts: number): Answer {
  const messages = scripts.flatMap((script, device) =>
    Array.from({ length: acts }, () => script.next()).flatMap(({ reports }, act) =>
      reports.map(({ componentId: component, propertyId: property, data }) => ({
        device,
        act: act + 1,
        component,
        property,
        io: 'iw',
        data,
      })),
    ),
  );
  return { data: messages, text: messages.map((message) => JSON.stringify(message)).join('\n') };
}
