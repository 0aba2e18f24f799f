import type { AccountResult, TokenRecord } from '@azulejo/contract';
import { accepted, accountOf, type Calls, sessionOf } from './calls.ts';
import type { Ledger, Session } from './ledger.ts';
import type { Random } from './random.ts';
import { isBroken } from './reconnecting.ts';

/** How many of a hundred actions are of each kind. */
const MIX = { createAccount: 15, signIn: 25, refresh: 42, redeem: 13, signOut: 5 } as const;
const LOST_ANSWERS = 35;
const WORKERS = 6;

type Action = keyof typeof MIX;
type Load = { calls: Calls; ledger: Ledger; random: Random };

/** An action that a client repeats. Resolves when it is acknowledged. */
export type Act = () => Promise<void>;

/** Returns the actions of users with their accounts, several at a time. */
export const accountActs = (load: Load): Act[] =>
  Array.from({ length: WORKERS }, () => () => act(load, choose(load)));

/**
 * Runs all actions concurrently until `acknowledgements` of them were acknowledged, then has the server
 * killed while the work continues. The ledger contains exactly what was acknowledged.
 */
export async function workUntilKilled(
  acts: readonly Act[],
  acknowledgements: number,
  kill: () => Promise<void>,
): Promise<void> {
  let left = acknowledgements;
  let killing: Promise<void> | undefined;
  let isDead = false;
  const work = async (each: Act) => {
    while (!isDead) {
      await each().catch((error: unknown) => {
        // No connection may break before the kill.
        if (!killing || !isBroken(error)) throw error;
        isDead = true;
      });
      left -= 1;
      if (left === 0) killing = kill();
    }
  };
  await Promise.all(acts.map(work));
  await killing;
}

function choose({ ledger, random }: Load): Action {
  if (ledger.accounts.length === 0) return 'createAccount';
  if (ledger.sessions.length === 0) return 'signIn';
  let point = random.between(1, 100);
  for (const [action, share] of Object.entries(MIX)) {
    point -= share;
    if (point <= 0) return action as Action;
  }
  return 'refresh';
}

async function act(load: Load, action: Action): Promise<void> {
  if (action === 'createAccount') return createAccount(load);
  if (action === 'signIn') return signIn(load);
  const session = take(load);
  if (!session) return signIn(load);
  if (action === 'signOut') return signOut(load, session);
  try {
    await (action === 'refresh' ? refresh(load, session) : redeem(load, session));
  } finally {
    load.ledger.sessions.push(session);
  }
}

/** Takes a session out of the ledger: only one worker at a time uses it, as one device does. */
function take({ ledger, random }: Load): Session | undefined {
  const session = random.pick(ledger.sessions);
  ledger.sessions = ledger.sessions.filter((each) => each !== session);
  return session;
}

async function createAccount({ calls, ledger, random }: Load): Promise<void> {
  const account = { email: `person-${random.between(0, 2 ** 48)}@example.org`, userId: '' };
  ledger.unansweredAccounts.push(account);
  const created = accountOf(await accepted<AccountResult>(calls.createAccount(account.email)));
  ledger.unansweredAccounts = ledger.unansweredAccounts.filter((each) => each !== account);
  ledger.accounts.push(created);
}

async function signIn({ calls, ledger, random }: Load): Promise<void> {
  const account = random.pick(ledger.accounts);
  if (!account) return;
  ledger.sessions.push(sessionOf(account, await accepted<TokenRecord>(calls.signIn(account.email))));
}

async function refresh({ calls, random }: Load, session: Session): Promise<void> {
  const isLost = random.between(1, 100) <= LOST_ANSWERS;
  session.lostAnswer = true;
  const record = await accepted<TokenRecord>(calls.refresh(session.refreshToken));
  if (!isLost) takeOver(session, record);
}

export function takeOver(session: Session, record: TokenRecord): void {
  session.accessTokens.push(record.access_token);
  session.refreshToken = record.refresh_token;
  session.code = record.code;
  session.href = record.href;
  session.lostAnswer = false;
}

async function redeem({ calls, ledger }: Load, session: Session): Promise<void> {
  const { code } = session;
  if (code === undefined) return;
  session.code = undefined;
  const record = await accepted<TokenRecord>(calls.redeem(code));
  ledger.redeemedCodes.push(code);
  ledger.sessions.push(sessionOf(session.account, record));
}

/** Signs out. A session without an acknowledgement is forgotten, because its state is unknown. */
async function signOut({ calls, ledger }: Load, session: Session): Promise<void> {
  await accepted(calls.signOut(session));
  ledger.signedOut.push(session);
}
