import { formatDate, formatDay } from '@meridian/contracts/format-time';
import { dayInIndia } from '@meridian/contracts/india-time';
import type { BatchPage } from '@meridian/contracts/operators/console/batches';
import type { ClassPage } from '@meridian/contracts/operators/console/training';
import { Button } from '@meridian/ui/button';
import { useState } from 'react';
import { Link } from 'react-router';
import { ActionDialog } from '../../../parts/act.tsx';
import { Card } from '../../../parts/facts.tsx';
import { TextField, textOf } from '../../../parts/form-fields.tsx';
import { Timestamp } from '../../../parts/timestamp.tsx';
import { useOperator } from '../../../session/session-context.ts';
import { RecordDialog } from './record-dialog.tsx';

function SendDialog({ batch, page, onClose }: { batch: BatchPage; page: ClassPage; onClose(): void }) {
  return (
    <ActionDialog
      action="batches.send-class-list"
      title="Class list"
      label="Send class list"
      consequences={[
        'The trainer gets a link to a page with the names of the attendees, and records attendance there',
        'The page always shows the current bookings. The link expires 7 days after the last day of class',
        ...(page.list ? ['The earlier link stops working'] : []),
      ]}
      inputOf={(form) => ({ id: batch.id, email: textOf(form, 'email') ?? '' })}
      onClose={onClose}
    >
      <TextField
        id="trainer-email"
        name="email"
        type="email"
        label="The trainer's email"
        defaultValue={page.list?.email ?? ''}
        required
      />
    </ActionDialog>
  );
}

function presenceOf({ days, present }: ClassPage['seats'][number]): string {
  const attended = present.filter((day) => days.includes(day));
  if (attended.length === 0) return 'no attendance recorded';
  if (attended.length === days.length)
    return days.length === 1 ? 'present' : `present on all ${days.length} days`;
  return `present on ${attended.map(formatDate).join(', ')}`;
}

function Seats({ seats }: Pick<ClassPage, 'seats'>) {
  return (
    <ul className="w-full">
      {seats.map((seat, index) => (
        <li key={`${seat.order_id} ${index}`} className="border-t border-line py-2 first:border-0 first:pt-0">
          <div className="font-semibold break-words">{seat.name ?? 'Not named yet'}</div>
          <div className="text-xs text-ink-soft">
            {seat.name === null ? (
              <Link to={`/orders/${seat.order_id}`} className="text-brand-strong">
                booked by {seat.payer}
              </Link>
            ) : (
              [presenceOf(seat), seat.recorded_by.length > 0 && `recorded by ${seat.recorded_by.join(', ')}`]
                .filter(Boolean)
                .join('; ')
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

export function Attendance({ batch, page }: { batch: BatchPage; page: ClassPage }) {
  const { may } = useOperator();
  const [sending, setSending] = useState(false);
  const [recording, setRecording] = useState(false);
  const { list, seats, former, additions } = page;
  const openDays = page.days.filter((day) => day <= dayInIndia(new Date()));
  return (
    <Card title="Attendance">
      <div className="grid justify-items-start gap-3">
        {list ? (
          <p className="text-xs break-words text-ink-soft">
            Class list sent <Timestamp iso={list.sent_at} /> to {list.email}; the link expires{' '}
            <Timestamp iso={list.ends_at} />
          </p>
        ) : (
          <p className="text-ink-soft">The class list has not been sent to the trainer.</p>
        )}
        {may('desk') ? (
          <div className="flex flex-wrap gap-2">
            {openDays.length > 0 && seats.some(({ name }) => name !== null) ? (
              <Button size="sm" onClick={() => setRecording(true)}>
                Record attendance
              </Button>
            ) : null}
            <Button size="sm" tone="outline" onClick={() => setSending(true)}>
              Send class list
            </Button>
          </div>
        ) : null}
        {openDays.length === 0 ? (
          <p className="text-ink-soft">Attendance can be recorded from the first day of class.</p>
        ) : null}
        {seats.length > 0 ? <Seats seats={seats} /> : <p>No booked seats.</p>}
        {former.length > 0 ? (
          <section>
            <h3 className="text-base">Attendance of people who no longer have a seat</h3>
            <ul className="list-disc pl-5">
              {former.map(({ name, present }) => (
                <li key={`${name} ${present.join(' ')}`}>
                  {name}: {present.map(formatDate).join(', ')}
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        {additions.length > 0 ? (
          <section>
            <h3 className="text-base">Attended without a booking</h3>
            <ul className="list-disc pl-5">
              {additions.map(({ day, name, email }) => (
                <li key={`${day} ${email}`} className="break-words">
                  {name}, {email}, on {formatDay(day)}
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </div>
      {recording ? (
        <RecordDialog
          batchId={batch.id}
          page={page}
          openDays={openDays}
          onClose={() => setRecording(false)}
        />
      ) : null}
      {sending ? <SendDialog batch={batch} page={page} onClose={() => setSending(false)} /> : null}
    </Card>
  );
}
