import type { CompiledTrigger } from '../compiled.ts';
import { triggerKindOf } from '../triggers/index.ts';
import type { Compiling, Part } from './context.ts';

/** Compiles one trigger; undefined with a problem if it is faulty. */
export function compileTrigger(context: Compiling, part: Part, path: string): CompiledTrigger | undefined {
  const { id, ...rest } = part;
  const kind = triggerKindOf(part);
  if (!kind) return context.problems.add(path, 'invalid_part', 'This is not a trigger.');
  return kind.compile(context, part, path, { id: String(id), signature: JSON.stringify(rest) });
}
