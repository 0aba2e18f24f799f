import { toDefinitionParts } from '@azulejo/automations';
import { AutomationDefinition, type FieldError, type WorkerInput } from '@azulejo/contract';
import { isJsonObject } from '@azulejo/model';
import { ApiError } from '../../platform/api-error.ts';
import { inputValidator } from '../../platform/http/validation.ts';

const validate = inputValidator(AutomationDefinition);

type Sent = NonNullable<WorkerInput['triggers']>;

const toUnits = (units: Sent = []) =>
  units.map(({ channel, component, choices: [first] }) => {
    const choice = isJsonObject(first) ? first['choice'] : undefined;
    return { channel, component, rule: isJsonObject(choice) ? choice['rule'] : undefined };
  });

/** Members of a definition that are not in the units of an app, and stay as they are. */
type Settings = Pick<AutomationDefinition, 'mode' | 'atMostEvery' | 'late'>;

/** Returns what an app sent as a definition. Throws `invalid_request` for units of another rule editor. */
export function readWorker(
  input: WorkerInput,
  { mode, atMostEvery, late }: Settings = {},
): AutomationDefinition {
  const { triggers, states, actions } = input;
  const read = toDefinitionParts({
    triggers: toUnits(triggers),
    states: toUnits(states),
    actions: toUnits(actions),
  });
  if ('faults' in read) {
    const fields = read.faults.map(({ kind, index }): FieldError => {
      return { field: `${kind}[${index}].choices`, reason: 'is not a rule of this platform' };
    });
    throw new ApiError('invalid_request', { fields });
  }
  const label = input.label.trim();
  if (label === '')
    throw new ApiError('invalid_request', { fields: [{ field: 'label', reason: 'must not be empty' }] });
  const definition = {
    label,
    ...(mode !== undefined && { mode }),
    ...read.parts,
    ...(atMostEvery !== undefined && { atMostEvery }),
    ...(late !== undefined && { late }),
  };
  validate(definition, 'json');
  return definition;
}
