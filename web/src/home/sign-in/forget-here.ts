import { forgetKept } from '../offline/kept-home.ts';
import { forgetPictures } from '../offline/kept-pictures.ts';
import { preferencesStore } from '../preferences/preferences-store.ts';

/** Deletes everything that this browser stores for speed and offline use. */
export async function forgetHere(): Promise<void> {
  preferencesStore.forget();
  await forgetKept();
  await forgetPictures();
}
