/**
 * `pnpm lab chaos mails --bookings 10000 --backlog 10000 --kills 20 [--no-faults] [--seed N]`. Quick tests of the
 * outbox are in `apps/bff/src/mail/outbox/outbox.test.ts`.
 */
import { parseArgs } from 'node:util';
import { chooseSeed } from '../random.ts';
import { faultsOf, playTrial, startForMails } from './trial.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

/** @returns exit status: 0 if each cause has its email, and kills and lost answers explain all extra copies */
export async function command(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      bookings: { type: 'string' },
      backlog: { type: 'string' },
      kills: { type: 'string' },
      seed: { type: 'string' },
      'no-faults': { type: 'boolean' },
    },
  });
  const bookings = Number(values.bookings ?? 200);
  const backlog = Number(values.backlog ?? 2_000);
  const kills = Number(values.kills ?? 6);
  if (![bookings, backlog, kills].every((count) => Number.isInteger(count) && count >= 0)) {
    print('--bookings, --backlog and --kills need whole numbers of at least 0');
    return 2;
  }
  const place = await startForMails();
  try {
    const plan = { bookings, backlog, kills, seed: chooseSeed(values.seed), faults: !values['no-faults'] };
    const trial = await playTrial(place, plan, print);
    const { outbox, inbox } = trial;
    print(
      [
        `bookings ${outbox.booked} in ${trial.bookingSeconds.toFixed(0)} s`,
        `kills of the worker ${trial.kills.worker}, of the mail server ${trial.kills.mailServer}`,
        `emails received ${inbox.received}, distinct ${Object.keys(inbox.copies).length}`,
        `extra copies ${trial.extraCopies}, lost answers ${inbox.lost_answers}`,
        `drained ${trial.drainSeconds.toFixed(1)} s after the last booking`,
      ].join(', '),
    );
    print(JSON.stringify(outbox.states));
    const faults = faultsOf(trial);
    for (const fault of faults) print(`  ${fault}`);
    return faults.length === 0 ? 0 : 1;
  } finally {
    await place.stop();
  }
}
