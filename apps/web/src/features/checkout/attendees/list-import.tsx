import { Button, buttonClass } from '@meridian/ui/button';
import { classNames } from '@meridian/ui/class-names';
import { Upload } from '@meridian/ui/icons';
import { type DragEvent, useRef, useState } from 'react';
import type { ListReader } from './use-list-reader.ts';

/** Imports a list: a chosen or dropped file, or pasted or dropped rows. */
export function ListImport({ idPrefix, reader }: { idPrefix: string; reader: ListReader }) {
  const id = `${idPrefix}-list`;
  const area = useRef<HTMLTextAreaElement>(null);
  const [over, setOver] = useState(false);

  function hover(event: DragEvent, isOver: boolean): void {
    event.preventDefault();
    setOver(isOver);
  }
  async function addPasted(): Promise<void> {
    const { current } = area;
    if (!current?.value.trim()) return current?.focus();
    if (await reader.readText(current.value, 'the pasted text')) current.value = '';
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for the pointer; the file input is for everyone
    <div
      onDragEnter={(event) => hover(event, true)}
      onDragOver={(event) => hover(event, true)}
      onDragLeave={(event) => hover(event, false)}
      onDrop={(event) => {
        hover(event, false);
        const [file] = event.dataTransfer.files;
        const text = event.dataTransfer.getData('text/plain');
        if (file) void reader.readFile(file);
        else if (text) void reader.readText(text, 'the dropped text');
      }}
      className={classNames(
        'mt-4 rounded-md border-2 border-dashed p-4 transition',
        over ? 'border-brand bg-brand-faint' : 'border-line-strong',
      )}
    >
      <label htmlFor={id} className="text-sm font-semibold">
        Have a list? Paste it here
      </label>
      <p id={`${id}-hint`} className="mt-0.5 text-sm text-ink-soft">
        One person per line, with name and email address, as copied from a spreadsheet. Or choose a CSV file,
        or drop it here.
      </p>
      <textarea
        ref={area}
        id={id}
        rows={3}
        spellCheck={false}
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        className="mt-2 w-full rounded-md border border-line-strong bg-surface px-3 py-2 text-ink"
      />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button tone="outline" busy={reader.busy} onClick={() => void addPasted()}>
          Add these people
        </Button>
        <label
          className={buttonClass(
            'quiet',
            'md',
            'cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink',
          )}
        >
          <Upload aria-hidden="true" className="size-5" /> Choose a CSV file
          <input
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            className="sr-only"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) void reader.readFile(file);
              // Allows choosing the same file again.
              event.target.value = '';
            }}
          />
        </label>
      </div>
    </div>
  );
}
