/**
 * Actions that plan batches. An action that creates or changes batches first saves them at the upstream. Then
 * one transaction makes the changes in the database and writes the audit entry.
 */
import type { ActionInput } from '@meridian/contracts/operators/actions';
import { maxEditedBatches, type NewBatch } from '@meridian/contracts/site/schedule/batch-editing';
import type { Transaction } from 'kysely';
import { applyEdit } from '../../enrolment/batches/planning/apply-edits.ts';
import { confirmBatch } from '../../enrolment/batches/planning/confirm-batch.ts';
import {
  changeBatches,
  checkNewBatches,
  createBatches,
  type EditDependencies,
  readEditable,
} from '../../enrolment/batches/planning/edit-batches.ts';
import { requireNotCalledOff, setMinimum, setState } from '../../enrolment/batches/planning/plan-state.ts';
import { columnOf, readBatchCsv } from '../../enrolment/batches/planning/read-csv.ts';
import { type Repeated, repeatDates } from '../../enrolment/batches/planning/repeat.ts';
import type { Database } from '../../platform/database/database.ts';
import { invalidField } from '../../platform/refusal.ts';
import { announcePurge } from '../../site/purge/purge-channel.ts';
import type { Actions } from './action.ts';
import { countOf, differs, digestOf } from './confirmed.ts';
import { createPostponing, type PlanningActionServices } from './postpone-batch.ts';

type PlanningAction =
  | 'batches.confirm'
  | 'batches.create'
  | 'batches.edit'
  | 'batches.import'
  | 'batches.postpone'
  | 'batches.set-minimum'
  | 'batches.set-price';

const listOf = (batches: readonly { id: number }[]) => ({
  subject: { kind: 'batch', id: batches.map(({ id }) => id).join(' ') || 'none' } as const,
});

type Planned = Omit<ActionInput<'batches.create'>, 'confirm'>;

function datesOf({ class_days: days, repeat }: Pick<Planned, 'class_days' | 'repeat'>): Repeated {
  if (!repeat) return { dates: [days], leftOut: [] };
  const { every_weeks: everyWeeks, until, except } = repeat;
  return repeatDates(days, { everyWeeks, until, except }, maxEditedBatches);
}

/**
 * @throws Refusal `invalid` if the upstream does not have the course, or no date is left; those of
 * `readEditable`
 */
async function newBatches(
  { editor }: Pick<EditDependencies, 'editor'>,
  { course: courseId, repeat, ...fields }: Planned,
): Promise<{ batches: NewBatch[] } & Repeated> {
  const { courses } = await readEditable({ editor }, []);
  const course = courses.find(({ id }) => id === courseId);
  if (!course) throw invalidField('course_unknown', 'course', 'Course not found.');
  const repeated = datesOf({ class_days: fields.class_days, repeat });
  if (repeated.dates.length === 0)
    throw invalidField('no_dates', 'except', 'Every date falls on a holiday: no batch would be created.');
  const { fee, discount_fee } = course;
  const batches = repeated.dates.map((days) => ({
    ...fields,
    class_days: days,
    fee,
    discount_fee,
    course_id: courseId,
  }));
  return { batches, ...repeated };
}

type Created = Awaited<ReturnType<typeof createBatches>>;

async function reportCreated(transaction: Transaction<Database>, batches: Created) {
  await announcePurge(transaction, { target: 'courses' });
  return { done: `${countOf(batches.length, 'batch', 'batches')} created.`, batches };
}

const createCreating = (
  services: PlanningActionServices,
): Pick<Actions, 'batches.create' | 'batches.import'> => ({
  'batches.create': {
    async preview(input) {
      const { batches, dates, leftOut } = await newBatches(services, input);
      await createBatches(services, batches, { key: '', isPreview: true });
      return {
        done: countOf(batches.length, 'batch', 'batches'),
        confirm: digestOf(batches),
        dates,
        left_out: leftOut,
      };
    },
    async prepare({ confirm, ...input }, { key }) {
      const { batches } = await newBatches(services, input);
      if (digestOf(batches) !== confirm) throw differs();
      return createBatches(services, batches, { key, isPreview: false });
    },
    run: (transaction, _input, _actor, batches: Created) => reportCreated(transaction, batches),
    audit: (_input, { batches }) => listOf(batches),
  },
  'batches.import': {
    async preview({ csv }) {
      const { courses } = await readEditable(services, []);
      const read = readBatchCsv(csv, courses);
      const inUpstream =
        read.batches.length === 0
          ? []
          : await checkNewBatches(
              services,
              read.batches.map(({ batch }) => batch),
            );
      const faults = [
        ...read.faults,
        ...inUpstream.map(({ index, field, message }) => ({
          line: read.batches[index]?.line ?? 1,
          column: columnOf(field),
          message,
        })),
      ].toSorted((one, other) => one.line - other.line);
      const done =
        faults.length > 0
          ? `${countOf(faults.length, 'error')}. Correct the file; no batches are created.`
          : countOf(read.batches.length, 'batch', 'batches');
      return { done, confirm: digestOf(csv), batches: read.batches.length, faults };
    },
    async prepare({ csv, confirm }, { key }) {
      if (digestOf(csv) !== confirm) throw differs();
      const { courses } = await readEditable(services, []);
      const { batches, faults } = readBatchCsv(csv, courses);
      const [fault] = faults;
      if (fault)
        throw invalidField('csv_invalid', 'csv', `Line ${fault.line}, ${fault.column}: ${fault.message}`);
      return createBatches(
        services,
        batches.map(({ batch }) => batch),
        { key, isPreview: false },
      );
    },
    run: (transaction, _input, _actor, batches: Created) => reportCreated(transaction, batches),
    audit: (_input, { batches }) => listOf(batches),
  },
});

type Saved = Awaited<ReturnType<typeof changeBatches>>;

const createChanging = (
  services: PlanningActionServices,
): Pick<Actions, 'batches.edit' | 'batches.set-price'> => ({
  'batches.edit': {
    prepare: ({ batches, set }, call) =>
      changeBatches(
        services,
        batches.map((batch) => ({ ...set, ...batch })),
        call,
      ),
    async run(transaction, _input, _actor, batches: Saved) {
      let orders = 0;
      for (const batch of batches) orders += await applyEdit(transaction, services, batch);
      await announcePurge(transaction, { target: 'courses' });
      const emailed =
        orders === 0 ? '' : ` Payers and attendees of ${countOf(orders, 'order')} get an email.`;
      return { done: `${countOf(batches.length, 'batch', 'batches')} changed.${emailed}`, batches, orders };
    },
    audit: ({ set }, { batches }) => ({ ...listOf(batches), detail: { fields: Object.keys(set).join(' ') } }),
  },
  'batches.set-price': {
    prepare: ({ batches, fee, discount_fee, unusual_prices: unusualPrices }, call) =>
      changeBatches(
        services,
        batches.map((batch) => ({ ...batch, fee, discount_fee })),
        { ...call, unusualPrices },
      ),
    async run(transaction, _input, _actor, batches: Saved) {
      await announcePurge(transaction, { target: 'courses' });
      return { done: `The price of ${countOf(batches.length, 'batch', 'batches')} is changed.`, batches };
    },
    audit: ({ discount_fee }, { batches }) => ({ ...listOf(batches), detail: { rupees: discount_fee } }),
  },
});

const createDeciding = (
  services: PlanningActionServices,
): Pick<Actions, 'batches.confirm' | 'batches.set-minimum'> => ({
  'batches.confirm': {
    async run(transaction, { id }) {
      await requireNotCalledOff(transaction, [id]);
      await setState(transaction, id, 'confirmed');
      const orders = await confirmBatch(transaction, services, id);
      return {
        done:
          orders === 0
            ? 'The batch is confirmed; no email is sent.'
            : `The batch is confirmed. Payers and attendees of ${countOf(orders, 'order')} get an email.`,
        batches: [{ id, orders }],
      };
    },
    audit: ({ id }) => ({ subject: { kind: 'batch', id: String(id) } }),
  },
  'batches.set-minimum': {
    async run(transaction, { id, seats }) {
      await setMinimum(transaction, id, seats);
      const done =
        seats === null
          ? 'The batch has no minimum number of seats.'
          : `The batch needs ${countOf(seats, 'seat')}.`;
      return { done, batches: [{ id, min_seats: seats }] };
    },
    audit: ({ id, seats }) => ({ subject: { kind: 'batch', id: String(id) }, detail: { seats } }),
  },
});

export const createPlanningActions = (services: PlanningActionServices): Pick<Actions, PlanningAction> => ({
  ...createCreating(services),
  ...createChanging(services),
  ...createPostponing(services),
  ...createDeciding(services),
});
