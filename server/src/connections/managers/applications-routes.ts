import type { resources } from '@azulejo/contract';
import type { Handlers, SignedIn } from '../../core/access/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import type { ApplicationDocuments } from './application-documents.ts';

/** Handles the operations with which an application manager starts (managers 1.7). */
export const applicationHandlers = (
  documents: ApplicationDocuments,
): Handlers<typeof resources.applications> => ({
  get: async ({ input, context }) => {
    const { client, quoteActions } = await documents.get(ownId(context, input.application_id));
    const { id, name, confirmationHash: confirmation_hash } = client;
    const body = { id, href: hrefOf(id), name, confirmation_hash };
    const isEmpty = Object.keys(quoteActions).length === 0;
    return {
      body: { ...body, ...(isEmpty ? {} : { quote_actions: { ...quoteActions } }) },
      cacheControl: NO_STORE,
    };
  },

  update: async ({ input, context }) => {
    const id = ownId(context, input.application_id);
    const wanted = input.quote_actions === null ? {} : input.quote_actions;
    const confirmation_hash = await documents.update(id, wanted, { actorId: id, address: context.address });
    return { body: { n_updated: 1, confirmation_hash, href: hrefOf(id) }, cacheControl: NO_STORE };
  },
});

const hrefOf = (id: string): string => `/v3/applications/${id}`;

/** Throws `not_found` for any other application than the caller. */
function ownId(context: SignedIn, applicationId: string): string {
  const { id } = context.principal;
  if (applicationId !== id) throw new ApiError('not_found');
  return id;
}
