import { Button } from '@meridian/ui/button';
import { useMemo, useState } from 'react';
import { AttendeeEditor } from '../attendees/attendee-editor.tsx';
import { newRow, padded, type Row, validateRows } from '../attendees/rows.ts';
import type { ChangeFormProps } from './change-form-props.ts';

/** Replaces the whole list of attendees. */
export function AttendeesForm({ booking, isRequest, busy, onRequest }: ChangeFormProps) {
  const { attendees, seats } = booking;
  const [rows, setRows] = useState<readonly Row[]>(() => padded(attendees.map(newRow), seats));
  const valid = useMemo(() => validateRows(rows, seats), [rows, seats]);

  function send(): void {
    if (valid.people.length > 0 && valid.faults.size === 0)
      onRequest({ change: 'attendees', attendees: [...valid.people] });
    else setRows(rows.map((row) => ({ ...row, done: true })));
  }

  return (
    <>
      <p className="mb-3 text-sm text-ink-soft">
        Change names and addresses, or remove people. Removed people lose their seat
        {isRequest ? '' : ' and get an email'}.
      </p>
      <AttendeeEditor
        idPrefix="requested"
        places={seats}
        rows={rows}
        faults={valid.faults}
        onChange={setRows}
      />
      <Button busy={busy} className="mt-4 max-sm:w-full" onClick={send}>
        {isRequest ? 'Ask us to change the attendees' : 'Change the attendees'}
      </Button>
    </>
  );
}
