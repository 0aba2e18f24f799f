let common: Promise<ReadonlySet<string>> | undefined;

/** Returns whether it is one of the 49,000 most common passwords, which are loaded at the first call. */
export async function isCommonPassword(folded: string): Promise<boolean> {
  common ??= load();
  return (await common).has(folded);
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}
