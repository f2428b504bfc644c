/** Records attendance: a tick for each attendee and each day of class that has begun. */
import { formatDate } from '@meridian/contracts/format-time';
import type { ClassPage } from '@meridian/contracts/operators/console/training';
import { Button } from '@meridian/ui/button';
import { useState } from 'react';
import { ActionDialog } from '../../../parts/act.tsx';
import { Tick } from '../../../parts/form-fields.tsx';

interface Mark {
  email: string;
  name: string;
  day: string;
  was: boolean;
}

const keyOf = ({ email, name, day }: Mark) => JSON.stringify([email, name, day]);

/** @returns one mark for each person and open day, also if the person has several seats */
function marksOf({ seats }: ClassPage, openDays: readonly string[]): Mark[] {
  const marks = new Map<string, Mark>();
  for (const { name, email, days, present } of seats) {
    if (name === null || email === null) continue;
    for (const day of days.filter((one) => openDays.includes(one))) {
      const mark = { email, name, day, was: present.includes(day) };
      marks.set(keyOf(mark), mark);
    }
  }
  return [...marks.values()];
}

export function RecordDialog({
  batchId,
  page,
  openDays,
  onClose,
}: {
  batchId: number;
  page: ClassPage;
  openDays: readonly string[];
  onClose(): void;
}) {
  // Keeps the marks as they were when the dialog opened. The page is polled, and the server refuses marks
  // that have changed since.
  const [marks] = useState(() => marksOf(page, openDays));
  const [ticked, setTicked] = useState(() => new Set(marks.filter(({ was }) => was).map(keyOf)));
  const people = Map.groupBy(marks, ({ email, name }) => JSON.stringify([email, name]));
  const changed = marks.filter((mark) => ticked.has(keyOf(mark)) !== mark.was);
  const set = (some: readonly Mark[], isTicked: boolean) => {
    const next = new Set(ticked);
    for (const mark of some) {
      if (isTicked) next.add(keyOf(mark));
      else next.delete(keyOf(mark));
    }
    setTicked(next);
  };
  return (
    <ActionDialog
      action="batches.record-attendance"
      title="Record attendance"
      label="Save attendance"
      disabled={changed.length === 0}
      inputOf={() => ({
        id: batchId,
        marks: changed.map((mark) => ({ ...mark, present: ticked.has(keyOf(mark)) })),
      })}
      onClose={onClose}
    >
      <div className="flex flex-wrap gap-2">
        {openDays.map((day) => (
          <Button
            key={day}
            type="button"
            size="sm"
            tone="outline"
            onClick={() =>
              set(
                marks.filter((mark) => mark.day === day),
                true,
              )
            }
          >
            Everyone on {formatDate(day)}
          </Button>
        ))}
      </div>
      {[...people].map(([person, own]) => (
        <fieldset key={person}>
          <legend className="font-semibold break-words">{own[0]?.name}</legend>
          <div className="flex flex-wrap gap-x-5">
            {own.map((mark) => (
              <Tick
                key={mark.day}
                checked={ticked.has(keyOf(mark))}
                label={formatDate(mark.day)}
                onChange={(isTicked) => set([mark], isTicked)}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </ActionDialog>
  );
}
