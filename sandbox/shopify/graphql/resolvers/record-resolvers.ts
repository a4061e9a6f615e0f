import type { SandboxRecord } from '../../shop/sandbox-record.ts';
import type { Arguments } from '../arguments.ts';
import type { FieldResolvers, RequestContext } from '../context.ts';

type TypeName = SandboxRecord['__typename'];
type RecordOf<Name extends TypeName> = Extract<SandboxRecord, { __typename: Name }>;

/** Resolvers of one type, typed with its record. */
export function resolversOf<Name extends TypeName>(
  typeName: Name,
  fields: Readonly<Record<string, (record: RecordOf<Name>, context: RequestContext, args: Arguments) => unknown>>,
): FieldResolvers {
  const isRecord = (source: unknown): source is RecordOf<Name> =>
    typeof source === 'object' && source !== null && '__typename' in source && source.__typename === typeName;
  return Object.fromEntries(
    Object.entries(fields).map(([name, resolve]) => [
      name,
      (source: unknown, args: Arguments, context: RequestContext) => {
        if (!isRecord(source)) throw new Error(`${typeName}.${name} was asked of something else`);
        return resolve(source, context, args);
      },
    ]),
  );
}
