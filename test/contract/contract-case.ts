import type { RowKey } from '../../app/operator-check/interface-rows.ts';

/** Holds one thing that a row says, or that the app does where it says nothing. */
export type ContractCase = () => Promise<void>;

/** Of each row its cases, by title. */
export type CasesOf<Key extends RowKey> = Readonly<Record<Key, Readonly<Record<string, ContractCase>>>>;
