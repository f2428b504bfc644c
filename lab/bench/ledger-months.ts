/** Vacuum of the month that leads come into, while they come in; and the end of a month. */
import { BenchError } from './bench-error.ts';
import type { LedgerFunctions } from './bff-modules.ts';
import { hotTables, type Ledger } from './ledger-state.ts';
import { timed } from './ledger-work.ts';
import type { LoadSample } from './measured-load.ts';
import type { Contender } from './rounds.ts';

/** Rows that a measurement leaves for vacuum, in the table and in every index. */
const deadRows = 50_000;

export interface VacuumSample extends LoadSample {
  vacuumSeconds: number;
}

/** The pace of `autovacuum`, and that of a `VACUUM` by hand. */
const paces = { 'at its own pace': '2ms', 'by hand': '0' } as const;

/** Acceptance with rows to vacuum: without a vacuum, and with one that begins with it. */
export function besideVacuum(ledger: Ledger, acceptance: Contender<LoadSample>): Contender<VacuumSample>[] {
  const contender = (name: string, delay?: string): Contender<VacuumSample> => ({
    name,
    async measure() {
      const { leads, events } = await hotTables(ledger);
      const vacuum = `vacuum ${leads}, ${events}`;
      // An indexed column: the row gets new entries in every index.
      await ledger.client.query(
        `update ${leads} set received_at = received_at + interval '1 microsecond'
         where id in (select id from ${leads} order by id limit ${deadRows})`,
      );
      if (delay === undefined) await ledger.client.query(vacuum);
      await ledger.client.query('checkpoint');
      if (delay === undefined) return { ...(await acceptance.measure()), vacuumSeconds: 0 };
      await ledger.client.query(`set vacuum_cost_delay = '${delay}'`);
      const [sample, vacuumMs] = await Promise.all([
        acceptance.measure(),
        timed(() => ledger.client.query(vacuum)),
      ]);
      await ledger.client.query('reset vacuum_cost_delay');
      return { ...sample, vacuumSeconds: vacuumMs / 1_000 };
    },
  });
  return [
    contender('no vacuum'),
    ...Object.entries(paces).map(([name, delay]) => contender(`vacuum ${name}`, delay)),
  ];
}

export interface ErasedMonth {
  leads: number;
  seconds: number;
}

/**
 * Erases the oldest months one after the other, as the night does. The first, of which there is only a part, is not measured.
 * @throws BenchError if one was not dropped as a whole
 */
export async function eraseMonths(
  bff: LedgerFunctions,
  { client, database }: Ledger,
  count: number,
): Promise<ErasedMonth[]> {
  const { rows } = await client.query<{ days: number }>(`
    select floor(extract(epoch from now() - lead_month_at(bound)) / 86400)::integer as days
    from lead_months() where bound > (select id from leads where erased_at is null order by id limit 1)
    order by bound limit ${count + 1}`);
  const erased: ErasedMonth[] = [];
  for (const { days } of rows) {
    let leads = 0;
    const ms = await timed(async () => {
      leads = await bff.dropDueMonths(database, days);
    });
    if (leads === 0) throw new BenchError('wrong_answer', `no month of ${days} days ago was dropped`);
    erased.push({ leads, seconds: ms / 1_000 });
  }
  return erased.slice(1);
}
