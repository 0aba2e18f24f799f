import { type Context, use } from 'react';

/** Returns the value of a context, and throws when no provider is above the component. */
export function useRequired<Value>(context: Context<Value | undefined>, provider: string): Value {
  const value = use(context);
  if (value === undefined) throw new Error(`This component needs ${provider} above it.`);
  return value;
}
