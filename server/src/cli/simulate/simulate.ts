import { readFile } from 'node:fs/promises';
import type { Config } from '../../config/config.ts';
import type { FaultName } from '../../connections/virtual-devices/index.ts';
import { createProgress, type Progress } from '../progress.ts';
import type { Answer, Settings } from '../run.ts';
import { onFirstSignal } from '../signals.ts';
import { run } from './run.ts';
import { actsIn, createScripts, type Script } from './script.ts';
import {
  type DeviceOrder,
  findTemplate,
  provideDevices,
  readDevices,
  removeDevices,
} from './simulated-devices.ts';
import type { Part } from './stage.ts';
import { createStatistics, summaryText } from './statistics.ts';

export type SimulateOptions = Omit<DeviceOrder, 'user' | 'application'> & {
  user?: string;
  application?: string;
  faults: readonly FaultName[];
  speed: number;
  ramp: number;
  duration?: number;
  server?: string;
  broker?: string;
  credentials?: string;
  print?: true;
  remove?: true;
};

/** Duration of `--print`, which would otherwise never end. */
const PRINTED_SECONDS = 3600;

/** Creates or finds the devices, and runs, prints or removes them. */
export async function simulate({ config, isJson, ca }: Settings, options: SimulateOptions): Promise<Answer> {
  const progress = createProgress({ isQuiet: isJson });
  const order: DeviceOrder = { user: undefined, application: undefined, ...options };
  if (options.remove) {
    const removed = await removeDevices(config, order);
    return {
      data: { removed },
      text: removed === 1 ? '1 device was removed.' : `${removed} devices were removed.`,
    };
  }
  if (options.print) {
    const scriptOf = await createScripts(await findTemplate(config, options.template), options);
    const scripts = Array.from({ length: options.count }, (_, index) => scriptOf(index));
    return printRun(scripts, actsIn(options.duration ?? PRINTED_SECONDS));
  }
  const { template, devices } =
    options.credentials === undefined
      ? await provideDevices(config, order, progress)
      : await readDevices(options.credentials, order);
  const scriptOf = await createScripts(template, options);
  const parts = devices.map((device, index) => ({ ...device, script: scriptOf(index) }));
  return perform(config, { ...options, ca }, parts, progress);
}

async function perform(
  config: Config,
  options: SimulateOptions & { ca: string | undefined },
  parts: readonly Part[],
  progress: Progress,
): Promise<Answer> {
  const stopping = new AbortController();
  using _signals = onFirstSignal(() => stopping.abort());
  const statistics = createStatistics(parts.length);
  const { server = config.urls.auth, speed, ramp, duration: seconds } = options;
  await run(parts, {
    server: server.replace(/\/+$/, ''),
    broker: options.broker ?? (options.server === undefined ? plainBroker(config) : undefined),
    ca: options.ca === undefined ? undefined : await readFile(options.ca),
    speed,
    ramp,
    acts: seconds === undefined ? undefined : actsIn(seconds),
    stop: stopping.signal,
    statistics,
    progress,
  });
  const summary = statistics.summary();
  return { data: summary, text: summaryText(summary), hasFailed: summary.most_connected === 0 };
}

/** Returns the address of MQTT without TLS, if this machine offers it. */
const plainBroker = ({ mqtt: { port } }: Config): string | undefined =>
  port === undefined ? undefined : `mqtt://127.0.0.1:${port}`;

/** Returns the whole run as lines of JSON without connecting: what each device would publish, in order. */
function printRun(scripts: readonly Script[], acts: number): Answer {
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
