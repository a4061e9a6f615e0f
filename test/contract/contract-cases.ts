import { callingCases } from './calling-cases.ts';
import type { CasesOf } from './contract-case.ts';
import type { RowKey } from '../../app/operator-check/interface-rows.ts';
import { readingCases } from './reading-cases.ts';
import { sendingCases } from './sending-cases.ts';

export const CONTRACT_CASES: CasesOf<RowKey> = { ...sendingCases, ...readingCases, ...callingCases };
