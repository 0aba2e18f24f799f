import { ApiError, type LimitName } from './api-error.ts';

/** Runs a call of an account. Throws `too_many_requests` when too many of its calls run or wait already. */
export type ConcurrentCalls = <T>(account: string, call: () => Promise<T>) => Promise<T>;

/** Bounds the calls of each account that run or wait at the same time, and so the memory that they hold. */
export function createConcurrentCalls(limit: LimitName, max: number): ConcurrentCalls {
  const underWay = new Map<string, number>();
  return async (account, call) => {
    const others = underWay.get(account) ?? 0;
    if (others >= max) throw new ApiError('too_many_requests', { limit, headers: { 'Retry-After': '2' } });
    underWay.set(account, others + 1);
    try {
      return await call();
    } finally {
      const left = (underWay.get(account) ?? 1) - 1;
      if (left === 0) underWay.delete(account);
      else underWay.set(account, left);
    }
  };
}
