import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Refusal } from '../../platform/refusal.ts';

/** A server and an access token for it, saved by `azulejo login`. */
export type Profile = { url: string; token: string; ca?: string };

export type Profiles = { current?: string; profiles: Record<string, Profile> };

const MAX_PROFILES = 50;

/**
 * Returns the path of the profiles (XDG Base Directory Specification). A relative path in the variable is
 * ignored, as the specification says.
 */
function profilesFile(): string {
  const base = process.env['XDG_CONFIG_HOME'];
  return join(base?.startsWith('/') ? base : join(homeFolder(), '.config'), 'azulejo', 'profiles.json');
}

/** Returns the home folder. Node throws for a user id without an account, as in containers. */
function homeFolder(): string {
  try {
    return homedir();
  } catch {
    return '/';
  }
}

/** The home of a service is often missing, or closed to it (`sudo -u`, ProtectHome of systemd). */
const NO_PROFILES: readonly (string | undefined)[] = ['ENOENT', 'ENOTDIR', 'EACCES'];

export async function readProfiles(): Promise<Profiles> {
  const file = profilesFile();
  try {
    const stored = JSON.parse(await readFile(file, 'utf8')) as Profiles;
    if (typeof stored?.profiles === 'object') return stored;
  } catch (error) {
    if (NO_PROFILES.includes((error as NodeJS.ErrnoException).code)) return { profiles: {} };
    throw new Refusal(`${file} cannot be read; remove it and run \`azulejo login\` again`, { cause: error });
  }
  throw new Refusal(`${file} contains no profiles; remove it and run \`azulejo login\` again`);
}

/** Writes the file as a whole, readable by its owner only, because it holds tokens. */
export async function writeProfiles(profiles: Profiles): Promise<string> {
  if (Object.keys(profiles.profiles).length > MAX_PROFILES)
    throw new Refusal(`there are ${MAX_PROFILES} profiles already: remove one with \`azulejo logout\``);
  const file = profilesFile();
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
  return file;
}
