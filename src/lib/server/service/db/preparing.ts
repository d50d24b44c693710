import type postgres from 'postgres';

/**
 * Statements with more parameters are lists of some length, so that most of them come only once;
 * a connection would keep the plan of each.
 */
const mostParameters = 24;

/**
 * The same client, whose statements are prepared once on each connection. Drizzle asks for the
 * opposite, which costs a second round trip and a new plan for every statement.
 */
export function preparing<Client extends postgres.Sql | postgres.TransactionSql>(
  client: Client,
): Client {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name === 'unsafe') {
        const unsafe = value as postgres.Sql['unsafe'];
        return (...[text, parameters = [], options]: Parameters<typeof unsafe>) =>
          unsafe(text, parameters, { ...options, prepare: parameters.length <= mostParameters });
      }
      if (name === 'begin' || name === 'savepoint') {
        const begin = value as (work: (inner: postgres.TransactionSql) => unknown) => unknown;
        return (work: (inner: postgres.TransactionSql) => unknown) =>
          begin((inner) => work(preparing(inner)));
      }
      return value;
    },
  });
}
