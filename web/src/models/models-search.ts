import { MAX_MODEL_SEARCH_LENGTH } from '@azulejo/contract/limits';
export type ModelsSearch = {
  /** Contains the words to search for. */
  find?: string;
  /** Names the model whose page is shown. */
  model?: string;
};

/** Reads the search parameters. Invalid ones become undefined. */
export const readModelsSearch = ({ find, model }: Record<string, unknown>): ModelsSearch => ({
  // A search for a number, such as `9290022166`, is a number in the address.
  find:
    typeof find === 'string' || typeof find === 'number'
      ? String(find).slice(0, MAX_MODEL_SEARCH_LENGTH)
      : undefined,
  model: typeof model === 'string' ? model.slice(0, MAX_MODEL_SEARCH_LENGTH) : undefined,
});
