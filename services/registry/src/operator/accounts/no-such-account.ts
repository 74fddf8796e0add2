import { failed, printable } from '../outcome.js';

/** Where a command names an account that is not there. */
export function noSuchAccount(accountId: string) {
  return failed(
    `There is no account ${printable(accountId)}; nothing was changed.`,
    'Find it by e-mail or name: operator accounts --search <text>',
  );
}
