import type {
  ApplicationClient,
  Applications,
  Client,
  RegisteredClient,
} from '../../identity/applications/index.ts';
import { ApiError } from '../../platform/api-error.ts';

/** The namespace that identifies the platform's own application. */
const NAMESPACE = 'azulejo-home';

type Dependencies = {
  applications: Applications;
  /** Chosen by the operator (`HOME_CLIENT_ID`). */
  clientId: string | undefined;
  /** The origin of its page. */
  origin: string;
};

export type HomeApplication = ReturnType<typeof createHomeApplication>;

/**
 * Returns the application whose users sign in at `/home`: the operator's choice, or one of the platform's
 * own, created at first use.
 */
export function createHomeApplication({ applications, clientId, origin }: Dependencies) {
  async function chosen(id: string): Promise<ApplicationClient> {
    const client = await applications.findById(id);
    if (client?.type === 'mobile') return client;
    const reason = client
      ? `names "${client.name}", of type ${client.type}`
      : 'does not match any application';
    throw new Error(`HOME_CLIENT_ID ${reason}: it must be one of type mobile`);
  }

  async function own(): Promise<RegisteredClient> {
    const found = await applications.find(NAMESPACE);
    if (found?.kind === 'application') return found;
    try {
      const input = {
        type: 'mobile',
        name: 'Azulejo Home',
        namespace: NAMESPACE,
        origins: [origin],
      } as const;
      return (await applications.create(input)).client;
    } catch (error) {
      // Another server that starts at the same time has created it.
      const made = error instanceof ApiError ? await applications.find(NAMESPACE) : undefined;
      if (made?.kind === 'application') return made;
      throw error;
    }
  }

  return {
    /** Returns whether its users sign in at `/home`. */
    isOf: (client: Client): boolean =>
      clientId === undefined ? client.namespace === NAMESPACE : client.id === clientId,
    get: (): Promise<RegisteredClient> => (clientId === undefined ? own() : chosen(clientId)),
  };
}
