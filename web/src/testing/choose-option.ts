import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Opens a list of choices and chooses one. */
export async function chooseOption(user: UserEvent, list: string, option: string | RegExp): Promise<void> {
  await user.click(await screen.findByRole('combobox', { name: list }));
  await user.click(await screen.findByRole('option', { name: option }));
}
