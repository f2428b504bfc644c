import { Button } from '@meridian/ui/button';
import { Plus } from '@meridian/ui/icons';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { AttendeeRow } from './attendee-row.tsx';
import { ListImport } from './list-import.tsx';
import { addPeople, isEmptyRow, newRow, type Row, type RowFaults } from './rows.ts';
import { useListReader } from './use-list-reader.ts';

/**
 * Rows of attendees, typed, imported from a file or pasted.
 * @param places number of people who can be named
 * @param faults by the row's id; shown when the visitor has left the row
 */
export function AttendeeEditor({
  idPrefix,
  places,
  rows,
  faults,
  onChange,
}: {
  idPrefix: string;
  places: number;
  rows: readonly Row[];
  faults: ReadonlyMap<number, RowFaults>;
  onChange(rows: readonly Row[]): void;
}) {
  const list = useRef<HTMLOListElement>(null);
  const adding = useRef<HTMLButtonElement>(null);
  const [focusOn, setFocusOn] = useState<number | 'add'>();
  /** The rows before the last import, for Undo. Cleared when the visitor edits a row. */
  const [before, setBefore] = useState<readonly Row[]>();
  const reader = useListReader((people) => {
    const filled = addPeople(rows, people);
    if (filled.added > 0) setBefore(rows);
    onChange(filled.rows);
    return filled.added;
  });

  useEffect(() => {
    if (focusOn === undefined) return;
    if (focusOn === 'add') adding.current?.focus();
    else list.current?.querySelector<HTMLInputElement>(`[data-row="${focusOn}"] input`)?.focus();
    setFocusOn(undefined);
  }, [focusOn]);

  function undo(): void {
    if (!before) return;
    onChange(before);
    setBefore(undefined);
    reader.forget();
    setFocusOn('add');
  }

  function change(id: number, part: Partial<Row>): void {
    setBefore(undefined);
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  }

  function add(): void {
    const row = newRow();
    onChange([...rows, row]);
    setFocusOn(row.id);
  }

  function remove(index: number): void {
    const left = rows.toSpliced(index, 1);
    onChange(left);
    setFocusOn((left[index] ?? left[index - 1])?.id ?? 'add');
  }

  /** Enter moves to the next field. In the last field, it adds a row if a seat is open. */
  function goOn(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const inputs = [...(list.current?.querySelectorAll('input') ?? [])];
    const next = inputs[inputs.indexOf(event.target) + 1];
    if (next) next.focus();
    else if (rows.length < places) add();
  }

  /** Pasted text with several cells or lines is imported as a list, in any row. */
  function paste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData('text/plain').trim();
    if (!/[\n\r\t]/.test(text)) return;
    event.preventDefault();
    void reader.readText(text, 'the pasted text');
  }

  const faultCount = rows.filter(({ id, done }) => done && faults.has(id)).length;
  return (
    <div>
      <ol ref={list} onKeyDown={goOn} onPaste={paste} className="grid gap-3">
        {rows.map((row, index) => (
          <AttendeeRow
            key={row.id}
            id={`${idPrefix}-${row.id}`}
            number={index + 1}
            row={row}
            faults={row.done ? faults.get(row.id) : undefined}
            onChange={(part) => change(row.id, part)}
            onRemove={isEmptyRow(row) && rows.length === 1 ? undefined : () => remove(index)}
          />
        ))}
      </ol>
      {rows.length < places ? (
        <Button ref={adding} tone="quiet" className="mt-2" onClick={add}>
          <Plus aria-hidden="true" className="size-5" /> Add a person
        </Button>
      ) : null}
      <div role="status" className="mt-3 grid gap-1 text-sm empty:hidden">
        {reader.message ? (
          <p>
            {reader.message}{' '}
            {before ? (
              <button
                type="button"
                onClick={undo}
                className="min-h-11 font-semibold text-brand-strong underline underline-offset-4"
              >
                Undo
              </button>
            ) : null}
          </p>
        ) : null}
        {faultCount > 0 ? (
          <p className="font-semibold text-alert-strong">
            {faultCount === 1
              ? '1 row has an error and is skipped until it is corrected.'
              : `${faultCount} rows have an error and are skipped until they are corrected.`}
          </p>
        ) : null}
      </div>
      {places > 1 ? <ListImport idPrefix={idPrefix} reader={reader} /> : null}
    </div>
  );
}
