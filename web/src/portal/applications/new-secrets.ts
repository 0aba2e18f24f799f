/** New secrets on their way to the page that shows them once. They are stored nowhere else. */
const secrets = new Map<string, string>();

export const passNewSecret = (clientId: string, secret: string): void => {
  secrets.set(clientId, secret);
};

export function takeNewSecret(clientId: string): string | undefined {
  const secret = secrets.get(clientId);
  secrets.delete(clientId);
  return secret;
}
