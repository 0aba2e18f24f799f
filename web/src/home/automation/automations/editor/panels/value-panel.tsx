import type { Property } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Checkbox } from '@mantine/core';
import { Control } from '../../../../devices/controls/control.tsx';
import { NumberControl } from '../../../../devices/controls/number-control.tsx';
import { numberView } from '../../../../devices/controls/number-view.ts';
import { configOf, kindOf } from '../../../../devices/controls/property.ts';
import { propertyLabel } from '../../../../kit/formats/property-label.ts';
import { usePreferences } from '../../../../person/preferences/use-preferences.ts';
import { useEditor } from '../shared/editor-context.ts';
import { addressIn, useNowText } from '../shared/now-text.tsx';
import { groupIn, useMembers } from '../shared/use-members.ts';
import { valueAt } from '../state/path.ts';
import { groupLabel } from '../words/groups.ts';
import { storedValue, toVendorUnit } from '../words/values.ts';
import { DoneButton } from './done-button.tsx';
import { DurationField } from './duration-field.tsx';
import { FixedPanel } from './fixed-panel.tsx';
import classes from './panels.module.css';

type Part = Readonly<Record<string, unknown>>;
type Props = {
  /** The path of the trigger, condition or step. */
  path: string;
  /** The path of the word. */
  member: string;
};

/** Edits the value of a property by its own control, and shows the current one. */
export function ValuePanel({ path, member }: Props) {
  const { definition, wording } = useEditor();
  const part = (valueAt(definition, path) ?? {}) as Part;
  const address = addressIn(part);
  const now = useNowText(address);
  const group = groupIn(part);
  const [first] = useMembers(group);
  const ofGroup = group && first && { device: groupLabel(group, wording), property: first.property };
  const known = address ? wording.names.property(address) : ofGroup;
  if (!known) return <FixedPanel />;
  const property = known.property as Property;
  return (
    <div className={classes.panel}>
      <p className={classes.about}>
        <span>{known.device}</span>
        <span className={classes.aboutNow}>{now}</span>
      </p>
      <ValueControl path={path} part={part} property={property} />
      {typeof part['value'] === 'number' && /^(rises|falls)/.test(String(part['is'])) && (
        <Leeway path={path} part={part} property={property} />
      )}
      {'is' in part && <Lasting path={path} />}
      <DoneButton path={member} />
    </div>
  );
}

/** Edits numbers within the limits of the property, and other values as the device's page does. */
function ValueControl({ path, part, property }: { path: string; part: Part; property: Property }) {
  const { definition, set, close } = useEditor();
  const reading = usePreferences();
  const config = configOf(property);
  const [first] = property.controlInterfaces;
  const kind = part['kind'] === 'set' ? kindOf(property) : (first?.controlInterface ?? 'text');
  const value = toVendorUnit(part['value'], part['unit'], property);
  const send = (data: unknown) => {
    const { unit: _unit, ...rest } = part;
    set(path, { ...rest, ...storedValue(data, property, reading) }, `${path}.value`);
    // One of several choices needs no further press.
    if (typeof data !== 'number' && typeof data !== 'object' && kind !== 'text') close(`${path}.value`);
  };
  const props = {
    label: propertyLabel(property),
    config,
    value,
    numbers: numberView(property, config, reading),
    isWriteOnly: false,
    isDisabled: false,
    send,
  };
  const isNew = valueAt(definition, `${path}.value`) === undefined;
  // A slider without a value cannot be read. What is typed counts without a button of its own: the panel has one.
  return kind === 'number' || (kind === 'slider' && isNew) ? (
    <NumberControl {...props} isMember />
  ) : (
    <Control {...props} kind={kind} />
  );
}

/** Edits how far a number must go back before the trigger can fire again. */
function Leeway({ path, part, property }: { path: string; part: Part; property: Property }) {
  const { set } = useEditor();
  const reading = usePreferences();
  const { step } = configOf(property);
  const { unit } = numberView(property, configOf(property), reading);
  const config = { min: 0, ...(step !== undefined && { step }), suffix: unit };
  return (
    <div className={classes.extra}>
      <p className={classes.label}>{t`Leeway before it can happen again`}</p>
      <NumberControl
        label={t`Leeway`}
        config={config}
        value={typeof part['leeway'] === 'number' ? part['leeway'] : 0}
        numbers={numberView(PLAIN, config, reading)}
        isWriteOnly={false}
        isDisabled={false}
        isMember
        send={(data) => set(`${path}.leeway`, data === 0 ? undefined : data)}
      />
    </div>
  );
}

/** A difference is not converted: it is in the unit in which the value was typed. */
const PLAIN = {
  schema: '',
  unitsOptions: { vendorUnit: '', muzzleyUnit: '', targetImperial: '', targetMetric: '' },
};

/** Chooses how long the value must have lasted. */
function Lasting({ path }: { path: string }) {
  const { definition, set } = useEditor();
  const is = String(valueAt(definition, `${path}.is`));
  if (is === 'changes' || is === 'reports' || valueAt(definition, `${path}.retrigger`)) return null;
  const at = `${path}.${path.startsWith('when') ? 'for' : 'since'}`;
  const value = valueAt(definition, at);
  return (
    <div className={classes.extra}>
      <Checkbox
        label={t`Only after it has lasted a while`}
        checked={value !== undefined}
        onChange={({ currentTarget }) => set(at, currentTarget.checked ? 'PT5M' : undefined)}
      />
      {value !== undefined && (
        <DurationField label={t`How long`} value={value} onChange={(next) => set(at, next)} />
      )}
    </div>
  );
}
