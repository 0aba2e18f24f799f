/** Saves a JSON text as a file. */
export function downloadJson(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Returns `bosch-bth-ra.json` for `Bosch`, `BTH-RA`. */
export const fileNameOf = ({ vendor, model }: { vendor: string; model: string }): string =>
  `${
    `${vendor}-${model}`
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'template'
  }.json`;
