/**
 * Saves edits of batches at the upstream. Edits that conflict with seats sold or held here are refused first.
 */
import { formatDay } from '@meridian/contracts/format-time';
import type {
  BatchChange,
  BatchFault,
  BatchListData,
  EditableBatch,
  NewBatch,
} from '@meridian/contracts/site/schedule/batch-editing';
import type { Kysely } from 'kysely';
import type { BatchEditor } from '../../../partners/upstream/batch-editor.ts';
import type { Database } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isRemoteError } from '../../../platform/remote/remote-error.ts';
import { takenSeats } from '../../seats/taken-seats.ts';

export interface EditDependencies {
  database: Kysely<Database>;
  editor: BatchEditor;
}

interface SaveOptions {
  /** Idempotency key: a repeated edit with the same key is saved once. */
  key: string;
  /** True to check the edit without saving it. */
  isPreview: boolean;
}

const notEditable = () =>
  new Refusal(
    'conflict',
    'upstream_fixed',
    'The upstream does not support editing batches. Change them there; the comparison then finds the change.',
  );

/**
 * @throws Refusal `partner_unavailable` if the upstream does not answer; `conflict` if it does not support
 * editing
 */
async function answered<Answer>(asking: Promise<Answer | undefined>): Promise<Answer> {
  try {
    const answer = await asking;
    if (answer === undefined) throw notEditable();
    return answer;
  } catch (error) {
    if (!isRemoteError(error, 'upstream')) throw error;
    throw new Refusal(
      'partner_unavailable',
      'upstream_unavailable',
      'The upstream does not answer. Nothing was changed. Please try again in a minute.',
      { cause: error },
    );
  }
}

/** @returns the batches as the upstream has them @throws Refusal */
export async function readEditable(
  { editor }: Pick<EditDependencies, 'editor'>,
  ids: readonly number[],
): Promise<BatchListData> {
  return answered(editor.list({ ids: [...ids] }));
}

const nameOf = (batch: Pick<EditableBatch, 'class_days'> | undefined) =>
  batch?.class_days[0] === undefined ? 'a batch' : formatDay(batch.class_days[0]);

const textOf = (value: unknown) =>
  Array.isArray(value) ? value.map((day) => formatDay(String(day))).join(', ') : String(value ?? 'none');

/**
 * @returns the message of a fault; with the batch's current values if another operator changed the batch
 * meanwhile
 */
function messageOf({ message, current }: BatchFault, change: BatchChange | undefined): string {
  if (!current || !change) return message;
  const fields = Object.keys(change).filter((field) => field !== 'id' && field !== 'version');
  const now = fields.map(
    (field) => `${field.replaceAll('_', ' ')}: ${textOf(current[field as keyof EditableBatch])}`,
  );
  return `This batch was changed after you opened it. Nothing was saved. It now has ${now.join('; ')}. Open it again.`;
}

/** @throws Refusal with messages by field; for several batches each message names its batch */
function refuseFaults(
  faults: readonly BatchFault[],
  batches: readonly (EditableBatch | NewBatch | undefined)[],
  changes: readonly BatchChange[] = [],
) {
  const [first] = faults;
  if (!first) return;
  const errors: Record<string, string[]> = {};
  for (const fault of faults) {
    const { index, field } = fault;
    const message = messageOf(fault, changes[index]);
    const text = batches.length > 1 ? `${nameOf(batches[index])}: ${message}` : message;
    errors[field || 'batches'] = [...(errors[field || 'batches'] ?? []), text];
  }
  const isOld = faults.every(({ code }) => code === 'version_old');
  const [message = first.message] = Object.values(errors).flat();
  throw new Refusal(isOld ? 'conflict' : 'invalid', isOld ? 'version_old' : 'batch_invalid', message, {
    errors,
  });
}

const venueFields = ['mode', 'city', 'venue_state'] as const;
const timeFields = ['class_days', 'start_time', 'end_time'] as const;

const isChanged = (
  batch: EditableBatch,
  change: BatchChange,
  field: (typeof venueFields | typeof timeFields)[number],
) => change[field] !== undefined && JSON.stringify(change[field]) !== JSON.stringify(batch[field]);

/**
 * Finds faults that the upstream cannot find, because it does not know seats that are held, or paid and not
 * booked yet.
 */
function faultsOfTaken(
  batch: EditableBatch,
  change: BatchChange,
  taken: number,
  postpones: boolean,
): BatchFault[] {
  if (taken === 0) return [];
  const fault = (field: string, message: string): BatchFault => ({
    index: 0,
    field,
    code: 'frozen',
    message,
  });
  const { seats } = change;
  return [
    ...venueFields
      .filter((field) => isChanged(batch, change, field))
      .map((field) =>
        fault(
          field,
          'Seats are sold or held, and their tax depends on the place. Call this batch off and create another.',
        ),
      ),
    ...(postpones ? [] : timeFields)
      .filter((field) => isChanged(batch, change, field))
      .map((field) =>
        fault(
          field,
          'Seats are sold or held. Postpone the batch, so that payers and attendees get an email.',
        ),
      ),
    ...(typeof seats === 'number' && seats < taken + batch.sold_elsewhere
      ? [fault('seats', `Enter at least ${taken + batch.sold_elsewhere}: these seats are sold or held.`)]
      : []),
  ];
}

/**
 * @returns the saved batches; in a preview, the batches as they would be saved
 * @throws Refusal `invalid` with messages by field, `conflict` if a batch was changed meanwhile or the
 * upstream does not support editing, `partner_unavailable` if the upstream does not answer
 */
export async function changeBatches(
  deps: EditDependencies,
  changes: readonly BatchChange[],
  options: SaveOptions & { postpones?: boolean; unusualPrices?: boolean },
): Promise<EditableBatch[]> {
  const { key, isPreview, postpones = false, unusualPrices = false } = options;
  const ids = changes.map(({ id }) => id);
  const known = new Map((await readEditable(deps, ids)).batches.map((batch) => [batch.id, batch]));
  const taken = await takenSeats.count(deps.database, ids, new Date());
  const batches = ids.map((id) => known.get(id));
  refuseFaults(
    changes.flatMap((change, index) => {
      const batch = known.get(change.id);
      if (!batch) return [];
      const faults = faultsOfTaken(batch, change, taken.get(change.id)?.all ?? 0, postpones);
      return faults.map((fault) => ({ ...fault, index }));
    }),
    batches,
  );
  const request = { changes: [...changes], check_only: isPreview, postpones, unusual_prices: unusualPrices };
  const saved = await answered(deps.editor.save('batch_change', request, key));
  refuseFaults(saved.faults, batches, changes);
  return saved.batches;
}

/**
 * @returns the new batches; in a preview, the batches as they would be created
 * @throws Refusal `invalid` with messages by field, `conflict` if the upstream does not support editing,
 * `partner_unavailable` if the upstream does not answer
 */
export async function createBatches(
  deps: Pick<EditDependencies, 'editor'>,
  batches: readonly NewBatch[],
  { key, isPreview }: SaveOptions,
): Promise<EditableBatch[]> {
  const request = { batches: [...batches], check_only: isPreview };
  const saved = await answered(deps.editor.save('batch_create', request, key));
  refuseFaults(saved.faults, batches);
  return saved.batches;
}

/** @returns the faults of new batches, by their position in the list @throws Refusal */
export async function checkNewBatches(
  { editor }: Pick<EditDependencies, 'editor'>,
  batches: readonly NewBatch[],
): Promise<BatchFault[]> {
  const saved = await answered(editor.save('batch_create', { batches: [...batches], check_only: true }));
  return saved.faults;
}
