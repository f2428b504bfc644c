/** `ops orders …`: lists, finds, shows and resolves orders; erases a payer's data. */
import { parseUuid } from '@meridian/contracts/uuid';
import { erasePayer } from '../../enrolment/orders/erasure/erasure.ts';
import { transact } from '../../platform/database/transact.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, wrongUse } from './arguments.ts';
import { attendees, move } from './change-booking.ts';
import { find, list } from './list-orders.ts';
import { type OrdersDependencies, ordersUsage, type Use, wrong } from './orders-use.ts';
import { refund, review } from './resolve-order.ts';

const options = {
  state: { type: 'string' },
  cases: { type: 'boolean' },
  json: { type: 'boolean' },
  limit: { type: 'string' },
  book: { type: 'boolean' },
  unbook: { type: 'boolean' },
  refund: { type: 'boolean' },
  close: { type: 'boolean' },
  note: { type: 'string' },
  batch: { type: 'string' },
  attendee: { type: 'string', multiple: true },
  email: { type: 'string' },
} as const;

const verbs = {
  '': ['state', 'cases', 'json', 'limit'],
  find: ['json'],
  review: ['json', 'book', 'unbook', 'refund', 'close', 'note'],
  move: ['json', 'batch', 'note'],
  attendees: ['json', 'attendee', 'note'],
  erase: ['json', 'email'],
} as const;

async function erase(use: Use, email: string): Promise<number> {
  const { erased, kept, documents } = await transact(use.deps.database, (transaction) =>
    erasePayer(transaction, email),
  );
  const stay = `${documents} documents of tax law stay, with the buyer in them`;
  printAnswer(use.print, use.json, { erased, kept, ...(documents > 0 && { documents }) }, [
    `erased: ${erased.length}`,
    ...(documents > 0 ? [stay] : []),
    ...kept.map(({ id, state }) => `kept: ${id}  ${state}: to be erased once it is over`),
  ]);
  return kept.length === 0 ? 0 : 1;
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
  if (first === 'refund') return refund({ deps, print, json: others.includes('--json') }, others);
  const read = readArguments(args, { options, verbs, usage: ordersUsage }, print);
  if (!read) return wrongUse;
  const { verb, rest, values } = read;
  const use: Use = { deps, print, json: values.json ?? false };
  const [text, ...more] = rest;
  if (more.length > 0) return wrong(use, `"${more[0]}" is one word too many.`);
  if (verb === '') return list(use, values);
  if (verb === 'erase')
    return text === undefined && values.email
      ? erase(use, values.email)
      : wrong(use, 'Whose orders? --email ADDRESS.');
  if (text === undefined || text.trim() === '') return wrong(use, `What is "${verb}" about?`);
  if (verb === 'find') return find(use, text);
  if (parseUuid(text) === undefined)
    return wrong(use, `"${text}" is no id of an order: "ops orders find" finds it.`);
  if (verb === 'move') return move(use, text, values);
  if (verb === 'attendees') return attendees(use, text, values);
  return review(use, text, values);
}
