export { prepareAt, preparePut, type ValueRow } from './value-statements.ts';
export {
  addressOf,
  createValues,
  type Stamp,
  type StoredValue,
  toStoredValue,
  type Values,
} from './values.ts';
export { toAddress, valueHandlers } from './values-routes.ts';
