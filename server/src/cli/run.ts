import type { Command } from 'commander';
import type { Config } from '../config/config.ts';
import type { Opening, OpenPlatform } from './open-platform.ts';
import type { Portal } from './portal/client.ts';
import type { PortalOpening } from './portal/operator.ts';
import { type TargetOptions, targetOf } from './remote/target.ts';

/**
 * The result of a command: `data` for `--json`, `text` for people. A failed one is printed, and the exit code
 * is 1.
 */
export type Answer = {
  readonly data: unknown;
  readonly text: string;
  readonly hasFailed?: boolean;
  /** Stdout already has what the command was asked for, so the answer goes to stderr. */
  readonly usesStdout?: boolean;
};

export type GlobalOptions = { json?: true; dataDir?: string; databaseUrl?: string } & TargetOptions;

type Run<Context, Args extends unknown[]> = (context: Context, ...args: Args) => Promise<Answer>;
type Action<Args extends unknown[]> = (this: Command, ...args: Args) => Promise<void>;

/** Returns the server's environment, overridden by the global options. */
export function environmentOf({ dataDir, databaseUrl }: GlobalOptions): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...(dataDir === undefined ? {} : { DATA_DIR: dataDir }),
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
}

/** Creates an action that needs only the global options. */
export function answering<Args extends unknown[]>(run: Run<GlobalOptions, Args>): Action<Args> {
  return async function action(...args) {
    const options = this.optsWithGlobals<GlobalOptions>();
    const { data, text, hasFailed, usesStdout } = await run(options, ...args);
    const output = usesStdout ? process.stderr : process.stdout;
    output.write(`${options.json ? JSON.stringify(data, null, 2) : text}\n`);
    if (hasFailed) process.exitCode = 1;
  };
}

/**
 * What an action works with. `isJson` means that a program calls: the action must not prompt or print
 * progress.
 */
export type Settings = {
  readonly config: Config;
  readonly isJson: boolean;
  /** Names the file that `--ca` gives. */
  readonly ca: string | undefined;
};

/**
 * Reads the settings. This file, and commands, import modules of the server when an action needs them: help,
 * wrong usage and commands for a server elsewhere start in a fraction of the time.
 */
async function configOf(options: GlobalOptions): Promise<Config> {
  const { readConfig } = await import('../config/config.ts');
  return readConfig(environmentOf(options));
}

async function open(config: Config, opening: Opening): Promise<OpenPlatform> {
  const { openPlatform } = await import('./open-platform.ts');
  return openPlatform(config, opening);
}

/** Creates an action that needs the settings only. */
export const onConfig = <Args extends unknown[]>(run: Run<Settings, Args>): Action<Args> =>
  answering(async (options, ...args) =>
    run({ config: await configOf(options), isJson: options.json === true, ca: options.ca }, ...args),
  );

/** Creates an action on the platform, which is open while the action runs. */
export const onPlatform = <Args extends unknown[]>(
  run: Run<OpenPlatform & Settings, Args>,
  opening: Opening = {},
): Action<Args> =>
  onConfig(async (settings, ...args) => {
    await using platform = await open(settings.config, opening);
    return await run({ ...platform, ...settings }, ...args);
  });

/** What an action on a portal works with. */
export type AtPortal = Pick<Settings, 'isJson'> & {
  readonly portal: Portal;
  /** The platform on this machine, for the rest that no portal can do; undefined for a server elsewhere. */
  readonly here: OpenPlatform | undefined;
};

/** Creates an action on the portal of this machine's platform, or of a server elsewhere (`remote/commands.ts`). */
export const onPortal = <Args extends unknown[]>(
  run: Run<AtPortal, Args>,
  opening: PortalOpening = {},
): Action<Args> =>
  answering(async (options, ...args) => {
    const isJson = options.json === true;
    const elsewhere = await portalElsewhere(options);
    if (elsewhere) return await run({ portal: elsewhere, here: undefined, isJson }, ...args);
    return await runHere(await configOf(options), opening, (at) => run({ ...at, isJson }, ...args));
  });

/** Creates an action that needs this machine's platform beside its portal. */
export const onMachine = <Args extends unknown[]>(
  run: Run<AtPortal & { readonly here: OpenPlatform }, Args>,
  opening: PortalOpening = {},
): Action<Args> =>
  onConfig(({ config, isJson }, ...args) =>
    runHere(config, opening, (at) => run({ ...at, isJson }, ...args)),
  );

async function runHere(
  config: Config,
  opening: PortalOpening,
  run: (at: { portal: Portal; here: OpenPlatform }) => Promise<Answer>,
): Promise<Answer> {
  await using here = await open(config, opening);
  const { openPortal } = await import('./portal/operator.ts');
  await using portal = await openPortal(here, opening);
  const answer = await run({ portal: portal.client, here });
  if (opening.removes) await sweep(here);
  return answer;
}

/** Deletes the rows of what was removed. What fails is left to the next server: the removal itself is stored. */
async function sweep({ features }: OpenPlatform): Promise<void> {
  try {
    await features.removal.sweep();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(
      `warning: not all of what was removed is deleted yet, a server continues: ${reason}\n`,
    );
  }
}

/** Returns the portal of the server that the options name; undefined for this machine. */
export async function portalElsewhere(options: GlobalOptions): Promise<Portal | undefined> {
  const target = await targetOf(options);
  if (!target) return undefined;
  const [{ createPortal }, { sendTo }] = await Promise.all([
    import('./portal/client.ts'),
    import('./portal/network.ts'),
  ]);
  return createPortal(sendTo(target));
}

/**
 * Creates an action on the platform with the catalogue's templates, which are imported if the server never
 * started.
 */
export const onCatalogue = <Args extends unknown[]>(run: Run<OpenPlatform & Settings, Args>): Action<Args> =>
  onPlatform(
    async (platform, ...args) => {
      const { importCatalogue } = await import('../app/catalogue.ts');
      await importCatalogue(platform.features, platform.db);
      return await run(platform, ...args);
    },
    { mayCreate: true },
  );
