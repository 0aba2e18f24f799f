import { readFile } from 'node:fs/promises';
import type { Config } from '../../config/config.ts';
import { type Finding, ok, warning } from './check.ts';

const CHECK = 'Open files';
const LIMITS_FILE = '/proc/self/limits';
/** Files, HTTP connections and the connections of the database. */
const OTHER_FILES = 1_000;

/**
 * Checks whether this process may open as many files as the settings allow MQTT connections. A service may
 * have another limit than a shell. Nothing where the limit cannot be read.
 */
export async function checkOpenFiles({ mqtt }: Config): Promise<Finding[]> {
  const limits = await readFile(LIMITS_FILE, 'utf8').catch(() => '');
  // Node raises its own soft limit to the hard one at the start.
  const [, limit] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  if (limit === undefined) return [];
  const needed = mqtt.maxConnections + OTHER_FILES;
  if (Number(limit) >= needed) return [ok(CHECK, `${limit} allowed`)];
  return [
    warning(
      CHECK,
      `${limit} allowed, too few for ${mqtt.maxConnections} MQTT connections (MQTT_MAX_CONNECTIONS)`,
      `raise the limit to ${needed} or more (ulimit -n, LimitNOFILE= of systemd), or lower the setting`,
    ),
  ];
}
