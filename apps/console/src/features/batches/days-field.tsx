/** Fields for the days of class: one date each, in order. */
import { addDays } from '@meridian/contracts/india-time';
import { Button } from '@meridian/ui/button';
import { TextField } from '../../parts/form-fields.tsx';

export function DaysField({ days, onChange }: { days: readonly string[]; onChange(days: string[]): void }) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold">Days of class</legend>
      {days.map((day, index) => (
        <div key={index} className="flex items-end gap-2">
          <TextField
            id={`day-${index}`}
            name={index === 0 ? 'class_days' : `day-${index}`}
            type="date"
            label={`Day ${index + 1}`}
            value={day}
            required
            onChange={({ target }) => onChange(days.with(index, target.value))}
          />
          {days.length > 1 ? (
            <Button size="sm" tone="quiet" onClick={() => onChange(days.toSpliced(index, 1))}>
              Remove
            </Button>
          ) : null}
        </div>
      ))}
      <div>
        <Button
          size="sm"
          tone="outline"
          onClick={() => {
            const last = days.at(-1);
            onChange([...days, last ? addDays(last, 1) : '']);
          }}
        >
          Add a day
        </Button>
      </div>
    </fieldset>
  );
}

/** Fields for the start and end of class, the same on each day. */
export function TimeFields({ start, end }: { start: string | undefined; end: string | undefined }) {
  const time = { type: 'time', required: true } as const;
  return (
    <>
      <TextField id="start_time" name="start_time" label="From (IST)" defaultValue={start} {...time} />
      <TextField id="end_time" name="end_time" label="To (IST)" defaultValue={end} {...time} />
    </>
  );
}
