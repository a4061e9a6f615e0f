/**
 * ESLint's rule for a delivery's row: outside app/deliveries/store, the program only reads the table. Prisma's client
 * is known by its type, so that it does not matter what a transaction or the table is called.
 */
const READS = /^(find(Unique|First)(OrThrow)?|findMany|count|aggregate|groupBy|fields)$/;
const NESTED_WRITES =
  /^(create|createMany|connectOrCreate|connect|disconnect|set|update|updateMany|upsert|delete|deleteMany)$/;
const SQL_WRITE = /\b(UPDATE|INTO|DELETE\s+FROM|TRUNCATE|COPY)\s+(TABLE\s+)?(ONLY\s+)?("?\w+"?\s*\.\s*)?"?Delivery\b/i;
/** SQL that ends before the name of the table, which a value or another string adds. `FOR UPDATE` names none. */
const SQL_WRITE_OF_ANY =
  /(?<!FOR\s+|KEY\s+|DO\s+)\b(UPDATE|INSERT\s+INTO|DELETE\s+FROM|TRUNCATE)\s+(TABLE\s+)?(ONLY\s+)?"?$/;

/** @type {import('eslint').Rule.RuleModule} */
export const oneWriter = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      write: "A delivery's row is written by app/deliveries/delivery-store.ts alone: add a verb there.",
      anyTable: 'SQL that writes names its table, so that a rule can tell who writes a delivery.',
    },
  },
  create(context) {
    const { program, esTreeNodeToTSNodeMap } = context.sourceCode.parserServices;
    const checker = program.getTypeChecker();
    /** Prisma names the type of a table, except in a client with `$extends`. There the property's name tells. */
    const isTable = (node) => {
      const type = checker.getTypeAtLocation(esTreeNodeToTSNodeMap.get(node));
      return (type.isUnion() ? type.types : [type]).some(
        (each) =>
          each.symbol?.name === 'DeliveryDelegate' ||
          (node.type === 'MemberExpression' &&
            nameOf(node.property, node.computed) === 'delivery' &&
            each.getProperty('createMany') !== undefined),
      );
    };
    const checkSql = (node, sql) => {
      if (SQL_WRITE.test(sql)) context.report({ node, messageId: 'write' });
      else if (SQL_WRITE_OF_ANY.test(sql)) context.report({ node, messageId: 'anyTable' });
    };
    return {
      MemberExpression(node) {
        const name = nameOf(node.property, node.computed);
        if (!READS.test(name) && isTable(node.object)) context.report({ node, messageId: 'write' });
      },
      'Property[key.name=/^(delivery|deliveries)$/] > ObjectExpression > Property'(node) {
        if (NESTED_WRITES.test(nameOf(node.key, node.computed))) context.report({ node, messageId: 'write' });
      },
      TemplateElement: (node) => checkSql(node, node.value.raw),
      Literal: (node) => typeof node.value === 'string' && checkSql(node, node.value),
    };
  },
};

/** The name of a property. It is empty when only the running program knows it. */
function nameOf(key, isComputed) {
  if (key.type === 'Literal') return String(key.value);
  return isComputed ? '' : (key.name ?? '');
}
