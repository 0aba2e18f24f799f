import { saveFile } from '../../../design/save-file.ts';

/** Saves a JSON text as a file. */
export const downloadJson = (name: string, text: string): void => saveFile(name, text, 'application/json');

/** Returns `bosch-bth-ra.json` for `Bosch`, `BTH-RA`. */
export const fileNameOf = ({ vendor, model }: { vendor: string; model: string }): string =>
  `${
    `${vendor}-${model}`
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'template'
  }.json`;
