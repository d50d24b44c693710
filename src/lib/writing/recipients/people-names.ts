import type { User } from '../../api/user';

/**
 * A server's message with people's names instead of their email addresses, which can be generated
 * ones, for example `user7@zulip.example`.
 */
export function withPeopleNames(
  sentence: string,
  { users }: { readonly users: ReadonlyMap<number, User> },
): string {
  return sentence.replace(/'?(?<![\w.+-])([\w.+-]+@[\w.-]*\w)'?/g, (whole, address: string) => {
    const made = /^user(\d+)@/.exec(address)?.[1];
    const found =
      [...users.values()].find(
        ({ email, delivery_email }) => email === address || delivery_email === address,
      ) ?? (made === undefined ? undefined : users.get(Number(made)));
    return found?.full_name ?? whole;
  });
}
