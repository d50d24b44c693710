import { openTransaction, openingOf } from '$lib/server/service/db/instrument-transaction';
import type { DatabaseStore, DatabaseTransaction } from '$lib/server/service/db/store';

/** A node of a plan, as `explain (format json)` returns it. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

interface ExplainedStatement {
  readonly text: string;
  readonly plan: PlanNode;
}

/**
 * A store, and how the database ran the statements of its transactions since the last call of
 * `statements`. What only reads is run a second time, to count rows.
 */
export function explainedStore(store: DatabaseStore): {
  store: DatabaseStore;
  statements(): ExplainedStatement[];
} {
  let found: ExplainedStatement[] = [];
  const outermost = new WeakMap<DatabaseTransaction, DatabaseTransaction>();
  return {
    store: {
      ...store,
      transaction: (work, isolation) =>
        store.transaction((tx) => {
          const { client, open } = openingOf(tx);
          const watching = openTransaction(
            {
              async query(statement, ...rest) {
                const text = typeof statement === 'string' ? statement : statement.text;
                if (/^\s*(select|with|update|insert|delete)\b/i.test(text)) {
                  const writes = /\b(update|insert into|delete from)\b/i.test(text);
                  const how = writes ? 'format json' : 'analyze, format json';
                  const result = (await client.query(`explain (${how}) ${text}`, rest[0])) as {
                    rows: { 'QUERY PLAN': [{ Plan: PlanNode }] }[];
                  };
                  found.push({ text, plan: result.rows[0]!['QUERY PLAN'][0].Plan });
                }
                return client.query(statement, ...rest);
              },
            },
            open,
          );
          outermost.set(watching, tx);
          return work(watching);
        }, isolation),
      append: (tx, append) => store.append(outermost.get(tx) ?? tx, append),
    },
    statements() {
      const since = found;
      found = [];
      return since;
    },
  };
}

/** The node and all below it. */
export function planNodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(planNodesOf)];
}
