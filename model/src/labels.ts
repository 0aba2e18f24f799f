import type { Component, Property, TemplateProperty } from '@azulejo/contract';
import { commandIn, type Dictionary, nameIn, phraseIn, stateIn } from './dictionary.ts';

type Labelled = {
  readonly components: readonly Component[];
  readonly properties: readonly (Property | TemplateProperty)[];
};

/** Returns whether the choices of a property are commands, such as `Open`, and no states. */
export const isCommand = ({ classes }: Pick<Property, 'classes'>): boolean =>
  classes.some((name) => name.endsWith('.movement.command'));

/** Returns a channel or template with the labels of its parts in the language of the words. */
export function inWords<Given extends Labelled>(given: Given, words: Dictionary): Given {
  return {
    ...given,
    components: given.components.map((component) => ({
      ...component,
      label: nameIn(words, component.label),
    })),
    properties: given.properties.map((property) => propertyIn(property, words)),
  };
}

function propertyIn<Given extends Property | TemplateProperty>(property: Given, words: Dictionary): Given {
  const label = nameIn(words, property.label);
  const choice = isCommand(property) ? commandIn : stateIn;
  const predicates = <Part extends { readonly label: string; readonly predicateLabel: string }>(
    parts: readonly Part[],
  ) =>
    parts.map((part) => {
      const predicateLabel = phraseIn(words, part.predicateLabel);
      const isOfBoth = part.label === `${property.label} ${part.predicateLabel}`;
      return { ...part, predicateLabel, label: isOfBoth ? `${label} ${predicateLabel}` : part.label };
    });
  return {
    ...property,
    label,
    agentLabel: label === property.label ? property.agentLabel : label,
    controlInterfaces: property.controlInterfaces.map((each) => ({
      ...each,
      config: configIn(
        each.config,
        (text) => nameIn(words, text),
        (text) => choice(words, text),
      ),
    })),
    triggers: predicates(property.triggers),
    states: predicates(property.states),
    actions: predicates(property.actions),
  };
}

type Translate = (text: string) => string;
type Config = Readonly<Record<string, unknown>>;

/** Translates the texts of a control: its own label, the words of a switch, and the labels of choices. */
function configIn(config: Config, name: Translate, state: Translate): Record<string, unknown> {
  const translated = Object.entries(config).map(([key, value]) => {
    if (typeof value === 'string') {
      if (key === 'label') return [key, name(value)];
      return key === 'on' || key === 'off' ? [key, state(value)] : [key, value];
    }
    return Array.isArray(value) && (key === 'options' || key === 'presets')
      ? [key, value.map((option: unknown) => optionIn(option, state))]
      : [key, value];
  });
  return Object.fromEntries(translated) as Record<string, unknown>;
}

function optionIn(option: unknown, state: Translate): unknown {
  if (typeof option !== 'object' || option === null || !('label' in option)) return option;
  return typeof option.label === 'string' ? { ...option, label: state(option.label) } : option;
}
