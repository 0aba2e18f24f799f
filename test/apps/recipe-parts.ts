/** The parts of a recipe that both apps know (android-app 7.2, ios-app 7.3). */
import { requireThat } from './rules.ts';

export const PROCESS = 'mz_wl_add_device_process';

export type Found = { readonly id: string; readonly content: string };
export type NextStep = {
  readonly href: string;
  readonly meta: { readonly variables: Readonly<Record<string, string>> };
};
export type Payload = {
  readonly action?: string;
  readonly authorization_url?: string;
  readonly devices?: readonly Found[];
};
export type Step = { readonly next_step?: NextStep; readonly response?: { readonly payload: Payload } };
export type TemplateList = {
  readonly elements: readonly { readonly recipe_id: string; readonly template: { readonly id: string } }[];
};

/** Returns the recipe by which the app adds a device of this template. */
export function recipeOf({ elements }: TemplateList, templateId: string): string {
  const element = elements.find(({ template }) => template.id === templateId);
  requireThat(element !== undefined, 'channel-templates', `do not list ${templateId}`);
  return element.recipe_id;
}
