import { checkCertificate } from '../app/doctor/certificate.ts';
import { broken, type Finding } from '../app/doctor/check.ts';
import { checkDataDirectory, checkDisk } from '../app/doctor/data-directory.ts';
import { checkDatabase } from '../app/doctor/database.ts';
import { explain } from '../app/doctor/failure.ts';
import { migrationStatus } from '../app/doctor/migration-status.ts';
import { checkMqttCertificate } from '../app/doctor/mqtt-certificate.ts';
import { checkOpenFiles } from '../app/doctor/open-files.ts';
import { checkPorts } from '../app/doctor/ports.ts';
import { checkPublicUrl } from '../app/doctor/public-url.ts';
import { checkSettingsNames } from '../app/doctor/settings-names.ts';
import { examineStored } from '../app/doctor/stored.ts';
import { type Config, readConfig } from '../config/config.ts';
import { envFileNames } from '../config/env-file.ts';
import { openToExamine } from '../database/open.ts';

/** Checks settings, data, database, disk, ports and certificates of this machine. */
export async function examine(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(environment, envFileNames());
  } catch (error) {
    // Nothing else can be checked without settings.
    return [broken('Settings', explain(error).message, 'correct it in the environment or in .env')];
  }
  return [
    ...checkSettingsNames(config),
    await checkDataDirectory(config.dataDir),
    await checkDisk(config.dataDir),
    await checkDatabase(config),
    ...(await checkPorts(config)),
    await checkCertificate(config, Date.now()),
    await checkMqttCertificate(config, Date.now()),
    checkPublicUrl(config),
    ...(await checkOpenFiles(config)),
    ...(await checkStored(config)),
  ];
}

/** Checks what the database knows, if it can be read and has the tables of this version. */
async function checkStored(config: Config): Promise<Finding[]> {
  const state = await migrationStatus(config).catch(() => undefined);
  // What waits to contract disturbs nobody.
  if (!state || state.pending.length > state.contracting.length) return [];
  await using db = await openToExamine(config);
  return await examineStored({ config, db, now: Date.now() });
}
