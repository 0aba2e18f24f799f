/** Hands a JSON text over as a file. */
export function downloadJson(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** `Bosch`, `BTH-RA` to `bosch-bth-ra.json`. */
export const fileNameOf = ({ vendor, model }: { vendor: string; model: string }): string =>
  `${
    `${vendor}-${model}`
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'template'
  }.json`;
