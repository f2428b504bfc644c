import { useMemo, useState } from 'react';
import { savedRows, saveRows } from './draft-rows.ts';
import { isEmptyRow, padded, type Row, type ValidatedRows, validateRows } from './rows.ts';

export interface Attendees {
  /** Seats of the order. */
  seats: number;
  rows: readonly Row[];
  validated: ValidatedRows;
  forSomebodyElse: boolean;
  change(rows: readonly Row[]): void;
  setForSomebodyElse(value: boolean): void;
  /** The order is made: rows that were not sent move to the receipt, where they can be corrected. */
  finish(receiptPath: string | undefined): void;
}

const page = '/checkout';
const nobody: readonly Row[] = [];

/** The attendees of an order that is being made. Optional: they never block the payment. */
export function useAttendees(seats: number): Attendees {
  const [{ rows, forSomebodyElse }, setDraft] = useState(() => {
    const saved = savedRows(page);
    return { ...saved, rows: padded(saved.rows, seats) };
  });
  // The buyer of one seat attends by default.
  const validated = useMemo(
    () => validateRows(seats > 1 || forSomebodyElse ? rows : nobody, seats),
    [rows, seats, forSomebodyElse],
  );
  function keep(draft: { rows: Row[]; forSomebodyElse: boolean }): void {
    setDraft(draft);
    saveRows(page, draft.rows, draft.forSomebodyElse);
  }
  return {
    seats,
    rows,
    validated,
    forSomebodyElse,
    change: (changed) => keep({ rows: [...changed], forSomebodyElse }),
    setForSomebodyElse: (value) => keep({ rows, forSomebodyElse: value }),
    finish(receiptPath) {
      const sent = new Set(validated.ids);
      const left = rows.filter(
        (row) => !sent.has(row.id) && !isEmptyRow(row) && validated.faults.has(row.id),
      );
      if (receiptPath !== undefined) saveRows(receiptPath, left);
      saveRows(page, []);
    },
  };
}
