/** `ops orders …`: lists, finds and shows orders, and runs their actions. */
import { parseUuid } from '@meridian/contracts/uuid';
import { findOrderOf } from '../../enrolment/orders/store/order-queries.ts';
import { runAction, runVerb } from './action-command.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, takeOption, usageErrorStatus } from './arguments.ts';
import { find, list } from './list-orders.ts';
import { type OrdersDependencies, ordersUsage, type Use, usageError } from './orders-use.ts';
import { refund, review } from './resolve-order.ts';

const options = {
  state: { type: 'string' },
  cases: { type: 'boolean' },
  json: { type: 'boolean' },
  limit: { type: 'string' },
  book: { type: 'boolean' },
  withhold: { type: 'boolean' },
  refund: { type: 'boolean' },
  close: { type: 'boolean' },
  note: { type: 'string' },
} as const;

const verbs = {
  '': ['state', 'cases', 'json', 'limit'],
  find: ['json'],
  review: ['json', 'book', 'withhold', 'refund', 'close', 'note'],
} as const;

/**
 * Runs `orders.erase`. Supports `orders erase --email`, which is older than the action and prints its own
 * JSON.
 */
async function erase({ deps, print, json }: Use, args: readonly string[]): Promise<number> {
  const { database, actions } = deps;
  const email = takeOption(args, '--email');
  if (!email?.value) return runAction('orders.erase', args, actions, print);
  const id = await findOrderOf(database, email.value);
  if (id === undefined) {
    printAnswer(print, json, { erased: [], kept: [] }, ['erased: 0']);
    return 0;
  }
  return runAction('orders.erase', [id, ...email.others], actions, print, ({ orders }) => {
    const { erased, kept, documents } = orders;
    const stay = `${documents} tax ${documents === 1 ? 'document is' : 'documents are'} kept, with the buyer's details`;
    return {
      data: { erased, kept, ...(documents > 0 && { documents }) },
      lines: [
        `erased: ${erased.length}`,
        ...(documents > 0 ? [stay] : []),
        ...kept.map(({ id: keptId, state }) => `kept: ${keptId}  ${state}: erase again after settlement`),
      ],
      status: kept.length === 0 ? 0 : 1,
    };
  });
}

/**
 * @param args arguments after `ops orders`
 * @param print gets each line of output
 * @returns exit status: 0 done, 1 not possible, 2 wrong usage
 */
export async function ordersCommand(
  args: readonly string[],
  deps: OrdersDependencies,
  print: Print,
): Promise<number> {
  const [first, ...others] = args;
  const written: Use = { deps, print, json: others.includes('--json') };
  if (first === 'refund') return refund(written, others);
  if (first === 'erase') return erase(written, others);
  // Former name.
  if (first === 'attendees') return runAction('orders.set-attendees', others, deps.actions, print);
  const acted = runVerb('orders', args, deps.actions, print);
  if (acted) return acted;
  const read = readArguments(args, { options, verbs, usage: ordersUsage }, print);
  if (!read) return usageErrorStatus;
  const { verb, rest, values } = read;
  const use: Use = { deps, print, json: values.json ?? false };
  const [text, ...more] = rest;
  if (more.length > 0) return usageError(use, `Unexpected argument "${more[0]}".`);
  if (verb === '') return list(use, values);
  if (text === undefined || text.trim() === '')
    return usageError(
      use,
      verb === 'find' ? '"find" needs a text to search for.' : `"${verb}" needs an order id.`,
    );
  if (verb === 'find') return find(use, text);
  if (parseUuid(text) === undefined)
    return usageError(use, `"${text}" is not an order id. Look it up with "ops orders find".`);
  return review(use, text, values);
}
