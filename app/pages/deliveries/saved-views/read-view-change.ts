import { z } from 'zod';
import { BOUNDS } from '../../../bounds.ts';
import type { ViewChange } from '../../../shops/saved-views.ts';

/** Longer than any name or query that our form posts; what is kept is cut to its own bound. */
const text = z.string().max(BOUNDS.requestTarget);

/** A change of the saved views, as the list posts it. */
export const viewChangeSchema: z.ZodType<ViewChange> = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('create'), name: text, query: text }),
  z.object({ intent: z.literal('rename'), id: z.uuid(), name: text }),
  z.object({ intent: z.literal('replace'), id: z.uuid(), query: text }),
  z.object({ intent: z.literal('remove'), id: z.uuid() }),
]);
