import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PACKAGE = 'zigbee-herdsman-converters';

/** Returns all definitions of the package, as its modules export them. */
export function readAll(require) {
  const folder = join(dirname(require.resolve(`${PACKAGE}/package.json`)), 'dist/devices');
  const modules = readdirSync(folder).filter((name) => /^(?!index).*\.js$/.test(name));
  return modules.flatMap((name) => require(`${PACKAGE}/devices/${name.slice(0, -3)}`).definitions);
}
