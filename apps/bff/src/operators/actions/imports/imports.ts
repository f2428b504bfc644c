import type { ActionResult } from '@meridian/contracts/operators/actions';
import type { Kysely } from 'kysely';
import {
  applyCouponImport,
  planCouponImport,
  undoCouponImport,
} from '../../../enrolment/coupons/import-coupons.ts';
import {
  applyOptOutImport,
  planOptOutImport,
  undoOptOutImport,
} from '../../../mail/consents/import-opt-outs.ts';
import type { CsvFault } from '../../../platform/csv/read-csv.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Actions } from '../action.ts';
import { countOf, differs, digestOf } from '../confirmed.ts';

export interface ImportActionServices {
  database: Kysely<Database>;
  jobs: Pick<Jobs, 'enqueue'>;
  now: () => Date;
}

const maxShownFaults = 200;
const maxShownSubjects = 20;

interface Counts {
  created: number;
  changed: number;
  unchanged: number;
}

const bySize = (one: CsvFault, other: CsvFault) => one.line - other.line;

const sentenceOf = ({ created, changed, unchanged }: Counts, noun: string) =>
  `${countOf(created, noun)} created, ${changed} changed, ${unchanged} unchanged.`;

function previewOf(csv: string, faults: readonly CsvFault[], counts: Counts, noun: string) {
  const shown = faults.toSorted(bySize).slice(0, maxShownFaults);
  const rest = faults.length > shown.length ? ` The first ${maxShownFaults} are shown.` : '';
  const done =
    faults.length > 0
      ? `${countOf(faults.length, 'error')}. Correct the file; nothing is imported.${rest}`
      : sentenceOf(counts, noun);
  return { done, confirm: digestOf([csv, counts, faults.length]), faults: shown, ...counts };
}

/** @throws Refusal if the outcome differs from the confirmed one, or the file has errors */
function requireConfirmed(preview: ReturnType<typeof previewOf>, confirm: string): void {
  if (preview.confirm !== confirm) throw differs();
  if (preview.faults.length === 0) return;
  const texts = preview.faults.map(({ line, column, message }) =>
    [`Line ${line}`, column]
      .filter(Boolean)
      .join(', ')
      .concat(`: ${message.replace(/\.$/, '')}`),
  );
  throw new Refusal('invalid', 'csv_invalid', preview.done, { errors: { csv: texts } });
}

const importedResult = (id: string | null, counts: Counts, noun: string) => ({
  done: `${sentenceOf(counts, noun)}${id === null ? '' : ` Import ${id}.`}`,
  import: { id, ...counts },
});

function undoneResult(
  id: string,
  { undone, left }: { undone: number; left: { reason: string; subjects: string[] }[] },
  noun: string,
): ActionResult<'coupons.undo-import'> {
  const stay = left.map(({ reason, subjects }) => {
    const shown = subjects.filter(Boolean).slice(0, maxShownSubjects).join(', ');
    return `${subjects.length} (${reason})${shown && `: ${shown}`}`;
  });
  return {
    done: [`${countOf(undone, noun)} undone.`, ...stay.map((text) => `Left ${text}.`)].join(' '),
    import: {
      id,
      undone,
      left: left.map(({ reason, subjects }) => ({
        reason,
        count: subjects.length,
        subjects: subjects.filter(Boolean).slice(0, maxShownSubjects),
      })),
    },
  };
}

const auditOf = (result: { import: { id: string | null } & Counts }) => {
  const { id, created, changed, unchanged } = result.import;
  return { subject: { kind: 'import', id: id ?? 'none' } as const, detail: { created, changed, unchanged } };
};

const undoAuditOf = (result: ActionResult<'coupons.undo-import'>) => {
  const { id, undone, left } = result.import;
  const count = left.reduce((sum, one) => sum + one.count, 0);
  return { subject: { kind: 'import', id } as const, detail: { undone, left: count } };
};

const createCouponImports = ({
  database,
  now,
}: ImportActionServices): Pick<Actions, 'coupons.import' | 'coupons.undo-import'> => {
  const plan = async (reader: Kysely<Database>, csv: string, lock: boolean) => {
    const planned = await planCouponImport(reader, csv, { now: now(), lock });
    const counts = {
      created: planned.created.length,
      changed: planned.changed.length,
      unchanged: planned.unchanged,
    };
    return { planned, counts, preview: previewOf(csv, planned.faults, counts, 'coupon') };
  };
  return {
    'coupons.import': {
      preview: async ({ csv }) => (await plan(database, csv, false)).preview,
      async run(transaction, { csv, confirm }) {
        const { planned, counts, preview } = await plan(transaction, csv, true);
        requireConfirmed(preview, confirm);
        return importedResult(await applyCouponImport(transaction, planned), counts, 'coupon');
      },
      audit: (_input, result) => auditOf(result),
    },
    'coupons.undo-import': {
      run: async (transaction, { id }) => undoneResult(id, await undoCouponImport(transaction, id), 'coupon'),
      audit: (_input, result) => undoAuditOf(result),
    },
  };
};

const createOptOutImports = ({
  database,
  jobs,
}: ImportActionServices): Pick<Actions, 'opt-outs.import' | 'opt-outs.undo-import'> => {
  const plan = async (reader: Kysely<Database>, csv: string) => {
    const planned = await planOptOutImport(reader, csv);
    const counts = { created: planned.created.size, changed: 0, unchanged: planned.unchanged };
    return { planned, counts, preview: previewOf(csv, planned.faults, counts, 'opt-out') };
  };
  return {
    'opt-outs.import': {
      preview: async ({ csv }) => (await plan(database, csv)).preview,
      async run(transaction, { csv, confirm }) {
        const { planned, counts, preview } = await plan(transaction, csv);
        requireConfirmed(preview, confirm);
        return importedResult(await applyOptOutImport(transaction, jobs, planned), counts, 'opt-out');
      },
      audit: (_input, result) => auditOf(result),
    },
    'opt-outs.undo-import': {
      run: async (transaction, { id }) =>
        undoneResult(id, await undoOptOutImport(transaction, id), 'opt-out'),
      audit: (_input, result) => undoAuditOf(result),
    },
  };
};

export const createImportActions = (
  services: ImportActionServices,
): Pick<Actions, 'coupons.import' | 'coupons.undo-import' | 'opt-outs.import' | 'opt-outs.undo-import'> => ({
  ...createCouponImports(services),
  ...createOptOutImports(services),
});
