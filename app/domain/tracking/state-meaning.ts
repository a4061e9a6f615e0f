import { z } from 'zod';
import { foldText } from '../mapping/clean-text.ts';
import { MEANINGS, stateOfGroup, type StateTable } from './operator-state.ts';

const meaningSchema = z.object({
  /** The folded name. */
  key: z.string(),
  /** As the operator wrote it. */
  name: z.string(),
  group: z.enum(MEANINGS),
  /** When it was chosen; ISO 8601. */
  at: z.iso.datetime(),
});

/** What a merchant has said that a state means which the operator's profile does not name. */
export type StateMeaning = z.infer<typeof meaningSchema>;

/** What is stored with an operator account. */
export interface WithMeanings {
  readonly stateMeanings: unknown;
}

/** The meanings that hold. The profile's own word comes first: whoever runs Handoff knows the operator. */
export function meaningsOf(account: WithMeanings | null, states: StateTable): StateMeaning[] {
  return z
    .array(z.unknown())
    .parse(account?.stateMeanings ?? [])
    .flatMap((each) => meaningSchema.safeParse(each).data ?? [])
    .filter(({ key }) => !states.has(key));
}

/** The names of states as they are understood for one account. */
export function statesOf(account: WithMeanings | null, states: StateTable): StateTable {
  const meanings = meaningsOf(account, states);
  if (meanings.length === 0) return states;
  return new Map([...states, ...meanings.map(({ key, group }) => [key, stateOfGroup(group)] as const)]);
}

export function newMeaning(chosen: Pick<StateMeaning, 'name' | 'group'>, now: Date): StateMeaning {
  return { ...chosen, key: foldText(chosen.name), at: now.toISOString() };
}

/** The line for `states` in the operator's profile. */
export function profileLine({ name, group }: Pick<StateMeaning, 'name' | 'group'>): string {
  return `${JSON.stringify(name)}: ${JSON.stringify(group)}`;
}
