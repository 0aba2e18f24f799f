export type SettingDefinition = {
  /** The value of a setting that is not set, as an operator would write it. */
  readonly default?: string;
  /** Describes what applies when the setting is not set and that depends on something else. */
  readonly otherwise?: string;
  /** Says what the setting does, in Markdown. */
  readonly summary: string;
};

export type SettingGroup = {
  readonly title: string;
  readonly settings: Readonly<Record<string, SettingDefinition>>;
};

/** Returns what applies when a setting is not set, in Markdown. */
export function defaultText({ default: value, otherwise }: SettingDefinition): string {
  return value === undefined ? (otherwise ?? 'none') : `\`${value}\``;
}
