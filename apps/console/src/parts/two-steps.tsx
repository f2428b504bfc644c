/** A form whose second step previews the outcome. */
import type {
  ActionName,
  ActionPreview,
  ActionRequest,
  ActionResult,
  ConfirmedName,
  PreviewRequest,
} from '@meridian/contracts/operators/actions';
import { Button } from '@meridian/ui/button';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { deskApi } from '../api/desk-api.ts';
import { isFailure, messageOf } from '../api/failure.ts';
import { useAction } from './act.tsx';
import { Dialog } from './dialog.tsx';
import { FieldErrors, messagesWithoutField } from './form-fields.tsx';
import { useStepUp } from './step-up.tsx';

type Previewed<Name extends ActionName> = Name extends ConfirmedName
  ? PreviewRequest<Name>
  : ActionRequest<Name>;

interface TwoStepsProps<Name extends ActionName> {
  action: Name;
  title: string;
  inputOf(form: FormData): Previewed<Name>;
  /** Fields of the first step. */
  children: ReactNode;
  /** Content of the second step. */
  show(preview: ActionPreview<Name>, input: Previewed<Name>): ReactNode;
  /** Label of the button that runs the action; null if the action is not possible. */
  labelOf(preview: ActionPreview<Name>): string | null;
  /** Shown instead of the form after the action. Default: the dialog closes. */
  done?(result: ActionResult<Name>): ReactNode;
  /** Called after the dialog has closed. Not called if `done` is set. */
  onDone?(result: ActionResult<Name>): void;
  onClose(): void;
}

export function TwoSteps<Name extends ActionName>(props: TwoStepsProps<Name>) {
  const { action, title, inputOf, show, labelOf, done, onDone, onClose } = props;
  const [look, { isLoading: isLooking, error: lookError }] = deskApi.usePreviewActionMutation();
  const proven = useStepUp();
  const { run, isLoading, error } = useAction(action, done !== undefined);
  const [shown, setShown] = useState<{ input: Previewed<Name>; preview: ActionPreview<Name> }>();
  const [result, setResult] = useState<ActionResult<Name>>();
  const form = useRef<HTMLFormElement>(null);
  const failure = shown ? error : lookError;
  const errors = isFailure(failure) ? failure.errors : {};

  async function preview(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const input = inputOf(new FormData(event.currentTarget));
    const { data } = await proven(() => look({ name: action, input }));
    if (data) setShown({ input, preview: data as ActionPreview<Name> });
  }
  async function send(): Promise<void> {
    if (!shown) return;
    const { confirm } = shown.preview as { confirm?: string };
    const input = { ...shown.input, ...(confirm !== undefined && { confirm }) };
    const answer = await run(input as unknown as ActionRequest<Name>);
    if (answer && done) setResult(answer);
    else if (answer) {
      onClose();
      onDone?.(answer);
    }
  }

  const label = shown && labelOf(shown.preview);
  return (
    <Dialog title={title} open staticBackdrop isBusy={isLoading} onClose={onClose}>
      {result && done ? (
        <div role="status">{done(result)}</div>
      ) : (
        <form ref={form} onSubmit={(event) => void preview(event)} className="grid gap-4">
          <div className={shown ? 'hidden' : 'grid gap-4'}>
            <FieldErrors value={errors}>{props.children}</FieldErrors>
          </div>
          {shown ? show(shown.preview, shown.input) : null}
          <p role="alert" className="font-semibold text-alert-strong empty:hidden">
            {failure ? [messageOf(failure), ...messagesWithoutField(errors, form.current)].join(' ') : ''}
          </p>
          {shown ? (
            <div className="flex flex-wrap gap-2">
              {label === null ? null : (
                <Button busy={isLoading} onClick={() => void send()}>
                  {label}
                </Button>
              )}
              <Button tone="outline" onClick={() => setShown(undefined)}>
                Back
              </Button>
            </div>
          ) : (
            <Button type="submit" busy={isLooking}>
              Preview
            </Button>
          )}
        </form>
      )}
    </Dialog>
  );
}
