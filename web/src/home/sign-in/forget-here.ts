import { forgetKept } from '../offline/kept-home.ts';
import { forgetPictures } from '../offline/kept-pictures.ts';
import { preferencesStore } from '../preferences/preferences-store.ts';

/** Of what this browser keeps to be quick and to open offline, nothing stays. */
export async function forgetHere(): Promise<void> {
  preferencesStore.forget();
  await forgetKept();
  await forgetPictures();
}
