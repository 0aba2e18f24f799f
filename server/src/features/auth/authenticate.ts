import type { FastifyRequest } from 'fastify';
import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { Problem } from '../../platform/problem.ts';
import { hashSecret } from '../../platform/random-token.ts';
import type { Principal } from '../access/index.ts';
import type { TokenStatements } from './token-statements.ts';

/** `Bearer` (spec 5.1) and, for the phone apps, `OAuth2.0`; the same meaning. */
const SCHEME = /^(?:bearer|oauth2\.0) +(\S+)$/i;

/** The revisions are those of the user who signed in; 0 for a client's own token. */
export type Authenticated = { principal: Principal; userRevision: number; homeRevision: number };

/** Who presents an access token. Every request asks the database: a revocation holds at once. */
export function createAuthenticate(db: Db, clock: Clock, statements: TokenStatements) {
  return async function authenticate(request: FastifyRequest): Promise<Authenticated> {
    const token = tokenOf(request);
    // The check at its end is not recomputed: that costs as much as asking the database, which answers for it.
    const row = await statements.accessToken.get({ hash: hashSecret(token) });
    if (!row) throw new Problem('invalid_token');
    if (row.revokedAt !== null || row.clientState !== 'enabled' || row.userState === 'inactive') {
      throw new Problem('revoked_token');
    }
    if (row.expires <= clock.now()) throw new Problem('expired_token');
    const isSuccessor = row.generation > 0 && row.generation === row.familyGeneration;
    if (isSuccessor && row.successorUsedAt === null) {
      // The first use ends the grace of the refresh token before; it is stored before it has effect.
      const { familyId: id, generation } = row;
      await db.unit([statements.markSuccessorUsed.bind({ id, generation, now: clock.now() })]);
    }
    return {
      principal: {
        kind: row.userId === null ? 'client' : 'user',
        id: row.userId ?? row.clientId,
        clientId: row.clientId,
        scopes: JSON.parse(row.scopes) as string[],
        tokenId: row.id,
        familyId: row.familyId,
      },
      userRevision: row.userRevision ?? 0,
      homeRevision: row.homeRevision ?? 0,
    };
  };
}

function tokenOf(request: FastifyRequest): string {
  const header = request.headers.authorization;
  if (header === undefined) throw new Problem('token_required');
  // Android may send the header twice with one value (android-app 1.2); Node joins them with a comma.
  const [value = '', ...others] = header.split(',').map((each) => each.trim());
  const token = others.every((other) => other === value) ? SCHEME.exec(value)?.[1] : undefined;
  if (token === undefined)
    throw new Problem('invalid_token', {
      detail: 'The Authorization header must be "Bearer <access_token>".',
    });
  return token;
}
