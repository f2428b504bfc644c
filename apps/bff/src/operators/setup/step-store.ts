import type { SetupStepRow } from '@meridian/contracts/operators/console/setup';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { StepResult } from './check-steps.ts';
import { stepEntries } from './steps.ts';

/** Stores the last results, and keeps the time at which a step first passed. */
export async function saveResults(
  database: Kysely<Database>,
  results: readonly StepResult[],
  checkedBy: string,
): Promise<void> {
  for (const { id, state, message } of results)
    await sql`
      insert into setup_steps (name, state, message, checked_at, passed_at, checked_by)
      values (${id}, ${state}, ${message}, now(), case when ${state} = 'passed' then now() end, ${checkedBy})
      on conflict (name) do update set state = excluded.state, message = excluded.message,
        checked_at = excluded.checked_at, passed_at = coalesce(setup_steps.passed_at, excluded.passed_at),
        checked_by = excluded.checked_by`.execute(database);
}

/** @returns all steps with their last results, in the order of the set-up */
export async function listSteps(database: Kysely<Database>): Promise<SetupStepRow[]> {
  const rows = await database.selectFrom('setup_steps').selectAll().execute();
  return stepEntries.map(({ id, title, isRequired, text }) => {
    const row = rows.find(({ name }) => name === id);
    return {
      id,
      title,
      is_required: isRequired,
      text,
      state: row?.state ?? 'open',
      message: row?.message ?? null,
      checked_at: row?.checked_at.toISOString() ?? null,
      passed_at: row?.passed_at?.toISOString() ?? null,
      checked_by: row?.checked_by ?? null,
    };
  });
}
