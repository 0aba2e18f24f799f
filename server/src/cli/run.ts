import type { Command } from 'commander';
import { importCatalogue } from '../app/catalogue.ts';
import { type Config, readConfig } from '../config/config.ts';
import { type OpenPlatform, openPlatform } from './open-platform.ts';

/**
 * The result of a command: `data` for `--json`, `text` for people. A failed one is printed, and the exit code
 * is 1.
 */
export type Answer = { readonly data: unknown; readonly text: string; readonly hasFailed?: boolean };

export type GlobalOptions = { json?: true; dataDir?: string; databaseUrl?: string };

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
    const { data, text, hasFailed } = await run(options, ...args);
    process.stdout.write(`${options.json ? JSON.stringify(data, null, 2) : text}\n`);
    if (hasFailed) process.exitCode = 1;
  };
}

/**
 * What an action works with. `isJson` means that a program calls: the action must not prompt or print
 * progress.
 */
export type Settings = { readonly config: Config; readonly isJson: boolean };

/** Creates an action that needs the settings only. */
export const onConfig = <Args extends unknown[]>(run: Run<Settings, Args>): Action<Args> =>
  answering((options, ...args) =>
    run({ config: readConfig(environmentOf(options)), isJson: options.json === true }, ...args),
  );

/** Creates an action on the platform, which is open while the action runs. */
export const onPlatform = <Args extends unknown[]>(run: Run<OpenPlatform & Settings, Args>): Action<Args> =>
  onConfig(async (settings, ...args) => {
    await using platform = await openPlatform(settings.config);
    return await run({ ...platform, ...settings }, ...args);
  });

/**
 * Creates an action on the platform with the catalogue's templates, which are imported if the server never
 * started.
 */
export const onCatalogue = <Args extends unknown[]>(run: Run<OpenPlatform & Settings, Args>): Action<Args> =>
  onPlatform(async (platform, ...args) => {
    await importCatalogue(platform.features, platform.db);
    return await run(platform, ...args);
  });
