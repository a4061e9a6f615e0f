import { Prisma, type Delivery } from '@prisma/client';

export type Claimed = Pick<Delivery, 'id' | 'claimToken' | 'phase'>;

/** The row, as long as the process has its claim. */
export const ofClaim = ({ id, claimToken }: Claimed) =>
  Prisma.sql`d."id" = ${id}::uuid AND d."claimToken" = ${claimToken}::uuid`;

/** Each row as long as the process has its claim, in a statement that changes many rows. */
export const OF_CLAIM = Prisma.sql`d."claimToken" = new."claimToken"`;
