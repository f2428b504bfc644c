/**
 * Step-up: if an action requires it, asks for a second-factor code and runs the action again. Operators who
 * signed in through the identity provider are asked to sign in there again.
 */
import { Button } from '@meridian/ui/button';
import { createContext, type FormEvent, type ReactNode, use, useRef, useState } from 'react';
import { api } from '../api/api.ts';
import { isUnanswered, messageOf, needsStepUp } from '../api/failure.ts';
import { useOperator } from '../session/session-context.ts';
import { Dialog } from './dialog.tsx';
import { CodeField } from './form-fields.tsx';
import { OidcButton } from './oidc-button.tsx';

/** @returns whether the operator completed the step-up */
type AskForStepUp = () => Promise<boolean>;

const StepUpContext = createContext<AskForStepUp>(async () => false);

export function StepUpProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [problem, setProblem] = useState('');
  const { byOidc } = useOperator();
  const answer = useRef<(steppedUp: boolean) => void>(() => undefined);
  const [prove, { isLoading, error, reset }] = api.useProveMutation();
  const ask: AskForStepUp = () => {
    reset();
    setOpen(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  };
  function close(steppedUp: boolean): void {
    setOpen(false);
    answer.current(steppedUp);
  }
  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    // In React's tree, this form may be inside another form, which must not get the event.
    event.stopPropagation();
    const code = String(new FormData(event.currentTarget).get('code') ?? '');
    const result = await prove({ code });
    if (!result.error) close(true);
  }
  return (
    <StepUpContext value={ask}>
      {children}
      <Dialog title="Confirm your identity" open={open} onClose={() => close(false)}>
        {byOidc && open ? (
          <div className="mb-4 grid gap-3">
            <p>Sign in again, then repeat the action. The confirmation is valid for five minutes.</p>
            <p role="alert" className="font-semibold text-alert-strong empty:hidden">
              {problem}
            </p>
            <OidcButton next={window.location.pathname + window.location.search} onProblem={setProblem} />
          </div>
        ) : null}
        <form onSubmit={(event) => void send(event)} className="grid gap-4">
          <CodeField id="step-up-code" autoFocus error={error ? messageOf(error) : undefined} />
          <Button type="submit" busy={isLoading}>
            Confirm
          </Button>
        </form>
      </Dialog>
    </StepUpContext>
  );
}

interface Outcome<Data> {
  data?: Data;
  error?: unknown;
}

/**
 * @returns a function that runs an action. If a step-up is needed, it asks for the code and runs the action
 *   again. The idempotency key stays the same until there is a response other than a server error. A double
 *   click, or a retry after a lost response, therefore runs the action once
 */
export function useStepUp(): <Data>(run: (key: string) => Promise<Outcome<Data>>) => Promise<Outcome<Data>> {
  const ask = use(StepUpContext);
  const key = useRef<string>(undefined);
  return async (run) => {
    key.current ??= crypto.randomUUID();
    const mine = key.current;
    let outcome = await run(mine);
    if (needsStepUp(outcome.error) && (await ask())) outcome = await run(mine);
    if (!isUnanswered(outcome.error)) key.current = undefined;
    return outcome;
  };
}
