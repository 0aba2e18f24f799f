export { createValues, type StoredValue, type ValueAddress, type Values } from './values.ts';
