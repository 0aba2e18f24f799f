import type { Applications, Client } from '../../people/applications/index.ts';
import { Problem } from '../../platform/problem.ts';

/** By this namespace it is found again. */
const NAMESPACE = 'azulejo-home';

type Dependencies = {
  applications: Applications;
  /** The operator's choice (`HOME_CLIENT_ID`). */
  clientId: string | undefined;
  /** Where its page is. */
  origin: string;
};

export type HomeApplication = ReturnType<typeof createHomeApplication>;

/** The application of which people sign in at `/home`: the operator's choice, or one of its own, made at first use. */
export function createHomeApplication({ applications, clientId, origin }: Dependencies) {
  async function chosen(id: string): Promise<Client> {
    const client = await applications.findById(id);
    if (client?.type === 'mobile') return client;
    const reason = client ? `names "${client.name}", of type ${client.type}` : 'names no application';
    throw new Error(`HOME_CLIENT_ID ${reason}: it must be one of type mobile`);
  }

  async function own(): Promise<Client> {
    const found = await applications.find(NAMESPACE);
    if (found) return found;
    try {
      const input = {
        type: 'mobile',
        name: 'Azulejo Home',
        namespace: NAMESPACE,
        origins: [origin],
      } as const;
      return (await applications.create(input)).client;
    } catch (error) {
      // Another server that starts at the same time has made it.
      const made = error instanceof Problem ? await applications.find(NAMESPACE) : undefined;
      if (made) return made;
      throw error;
    }
  }

  return {
    /** Whether people sign in through it at `/home`. */
    isOf: (client: Client): boolean =>
      clientId === undefined ? client.namespace === NAMESPACE : client.id === clientId,
    get: (): Promise<Client> => (clientId === undefined ? own() : chosen(clientId)),
  };
}
