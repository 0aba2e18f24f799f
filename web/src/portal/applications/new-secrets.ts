/** Secrets that were just made, on their way to the page that shows them once. Nothing else keeps them. */
const secrets = new Map<string, string>();

export const passNewSecret = (clientId: string, secret: string): void => {
  secrets.set(clientId, secret);
};

export function takeNewSecret(clientId: string): string | undefined {
  const secret = secrets.get(clientId);
  secrets.delete(clientId);
  return secret;
}
