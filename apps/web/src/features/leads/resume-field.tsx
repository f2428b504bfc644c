import { type Field, resumeExtensions, resumeTypeMessage } from '@meridian/contracts/leads/fields';
import { buttonClass } from '@meridian/ui/button';
import { classNames } from '@meridian/ui/class-names';
import { FieldError } from '@meridian/ui/field-error';
import { FileText, Upload, X } from '@meridian/ui/icons';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { takeEarlyDrop } from '../../routing/early-interaction.ts';
import { fileSize, hasResumeType } from './resume-file.ts';

/** A file field with a drop zone and a button. It shows the chosen file, with a button that removes it. */
export function ResumeField({
  field,
  id,
  error,
  control,
  onChoose,
}: {
  field: Field;
  id: string;
  error?: string;
  control: Control<Record<string, unknown>>;
  /** Called when a valid file was chosen. */
  onChoose(): void;
}) {
  const controller = useController({ name: field.name, control });
  const chosen = controller.field.value instanceof File ? controller.field.value : undefined;
  const input = useRef<HTMLInputElement | null>(null);
  const [alert, setAlert] = useState<string>();
  const [over, setOver] = useState(false);

  const choose = (files: ArrayLike<File> | null | undefined) => {
    // Of several files, only the first is taken.
    const file = files?.[0];
    if (!file) return;
    const fits = hasResumeType(file.name);
    setAlert(fits ? undefined : resumeTypeMessage);
    if (!fits) return;
    controller.field.onChange(file);
    onChoose();
  };
  const remove = () => {
    controller.field.onChange(undefined);
    setAlert(undefined);
    input.current?.focus();
  };

  // The visitor may have dropped or chosen a file before hydration.
  const chooseFirst = useRef(choose);
  useEffect(() => {
    const dropped = takeEarlyDrop();
    chooseFirst.current(dropped ? [dropped] : input.current?.files);
  }, []);

  const hover = (event: DragEvent, isOver: boolean) => {
    event.preventDefault();
    setOver(isOver);
  };
  const message = alert ?? error;
  return (
    <div>
      <span id={`${id}-label`} className="mb-1 block text-sm font-semibold">
        {field.label}
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for the pointer; the file input is for everyone */}
      <div
        data-testid="resume-drop"
        data-drop=""
        onDragEnter={(event) => hover(event, true)}
        onDragOver={(event) => hover(event, true)}
        onDragLeave={(event) => hover(event, false)}
        onDrop={(event) => {
          hover(event, false);
          // Discards the copy that the loader recorded.
          takeEarlyDrop();
          choose(event.dataTransfer.files);
        }}
        className={classNames(
          'rounded-md border-2 border-dashed px-4 py-5 text-center text-sm transition',
          over ? 'border-brand bg-brand-faint' : message ? 'border-alert-strong' : 'border-line-strong',
        )}
      >
        {chosen ? (
          <div className="mb-4 flex items-center gap-3 rounded-md bg-brand-faint p-2 pl-3 text-left">
            <FileText aria-hidden="true" className="size-5 shrink-0 text-brand" />
            <p role="status" className="min-w-0 grow">
              <strong className="block truncate">{chosen.name}</strong>
              <span className="text-ink-soft">{fileSize(chosen.size)}</span>
            </p>
            <button
              type="button"
              onClick={remove}
              aria-label={`Remove ${chosen.name}`}
              className="grid size-11 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-sand hover:text-ink"
            >
              <X aria-hidden="true" className="size-5" />
            </button>
          </div>
        ) : (
          <p className="mb-3 text-ink-soft max-sm:hidden">
            <Upload aria-hidden="true" className="mx-auto mb-2 size-6 text-brand" />
            Drop your {field.label.toLowerCase()} here, or choose it from your device.
          </p>
        )}
        <label
          htmlFor={id}
          className={buttonClass(
            'outline',
            'md',
            'cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink',
          )}
        >
          <span id={`${id}-action`}>{chosen ? 'Choose another file' : 'Choose file'}</span>
          <input
            ref={(element) => {
              input.current = element;
              controller.field.ref(element);
            }}
            id={id}
            type="file"
            accept={resumeExtensions.join(',')}
            aria-labelledby={`${id}-label ${id}-action`}
            aria-describedby={message ? `${id}-hint ${id}-error` : `${id}-hint`}
            aria-invalid={message ? true : undefined}
            className="sr-only"
            onBlur={controller.field.onBlur}
            onChange={(event) => {
              choose(event.target.files);
              // Allows choosing the same file again after its removal.
              event.target.value = '';
            }}
          />
        </label>
        <p id={`${id}-hint`} className="mt-3 text-xs text-ink-soft">
          PDF, DOC or DOCX
        </p>
      </div>
      <FieldError id={`${id}-error`} message={message} announced={alert !== undefined} />
    </div>
  );
}
