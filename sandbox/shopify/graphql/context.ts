import type { Arguments } from './arguments.ts';
import type { AccessRules } from './access.ts';
import type { CostMeter } from './query-cost.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Installation, SandboxShop } from '../shop/shop.ts';

/** What the execution of one request needs. */
export interface RequestContext {
  readonly sandbox: Sandbox;
  readonly shop: SandboxShop;
  readonly installation: Installation;
  readonly rules: AccessRules;
  readonly meter: CostMeter;
}

export type FieldResolver = (source: unknown, args: Arguments, context: RequestContext) => unknown;
export type FieldResolvers = Readonly<Record<string, FieldResolver>>;
