/**
 * The steps of the set-up. Each step has its requirement, the result of its last check, and a button that
 * runs the check again.
 */
import type { SetupStepRow } from '@meridian/contracts/operators/console/setup';
import { Button } from '@meridian/ui/button';
import { Loading } from '@meridian/ui/notice';
import { useState } from 'react';
import { followed } from '../../api/api.ts';
import { deskApi } from '../../api/desk-api.ts';
import { messageOf } from '../../api/failure.ts';
import { reachSite } from '../../api/transport.ts';
import { ActionButton, ActionDialog, useAction } from '../../parts/act.tsx';
import { Badge } from '../../parts/badge.tsx';
import { FailedPage } from '../../parts/failed-page.tsx';
import { TextField } from '../../parts/form-fields.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { WithCode } from '../../parts/with-code.tsx';
import { useOperator } from '../../session/session-context.ts';

const badges: Record<SetupStepRow['state'], [state: string, word: string]> = {
  open: ['none', 'not checked'],
  passed: ['ok', 'passed'],
  failed: ['failed', 'not passed'],
};

function LastResult({ step }: { step: SetupStepRow }) {
  // A check shows its result here instead of in a toast.
  if (step.checked_at === null) return <div role="status" />;
  return (
    <div role="status" className="grid gap-0.5">
      <p className={step.state === 'failed' ? 'text-alert-strong break-words' : 'break-words'}>
        <WithCode text={step.message ?? ''} />
      </p>
      <p className="text-xs text-ink-soft">
        Checked <Timestamp iso={step.checked_at} /> by {step.checked_by}
        {step.state === 'failed' && step.passed_at ? (
          <>
            ; first passed <Timestamp iso={step.passed_at} />
          </>
        ) : null}
      </p>
    </div>
  );
}

function TestEmail() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" tone="outline" onClick={() => setOpen(true)}>
        Send a test email
      </Button>
      {isOpen ? (
        <ActionDialog
          action="setup.send-test-email"
          title="Send a test email"
          label="Send test email"
          inputOf={(form) => ({ address: String(form.get('address')) })}
          onClose={() => setOpen(false)}
        >
          <TextField id="setup-address" name="address" label="To" type="email" required />
        </ActionDialog>
      ) : null}
    </>
  );
}

/** Creates the order of the test payment, and shows the link for paying it until the screen is left. */
function CheckOrder() {
  const [link, setLink] = useState<string>();
  return (
    <>
      <ActionButton action="setup.order" input={{}} onDone={({ order }) => setLink(order.link)}>
        Make a test payment
      </ActionButton>
      {link ? (
        <p className="w-full break-all">
          Pay ₹1 at{' '}
          <a href={link} target="_blank" rel="noreferrer" className="text-brand-strong underline">
            {link}
          </a>
          , then check this step after two minutes.
        </p>
      ) : null}
    </>
  );
}

/**
 * Checks in the operator's browser that visitors can reach the site, for servers that cannot reach their own
 * public address.
 */
function CheckFromBrowser() {
  const [makeUrl] = deskApi.useLazyReachUrlQuery();
  const { run } = useAction('setup.check', true);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  async function check(): Promise<void> {
    setBusy(true);
    const { data, error } = await makeUrl();
    const failed = data ? await reachSite(data.url) : messageOf(error);
    setProblem(failed ?? '');
    if (failed === undefined) await run({ step: 'domain' });
    setBusy(false);
  }
  return (
    <span className="inline-grid justify-items-start gap-1">
      <Button size="sm" tone="outline" busy={busy} onClick={() => void check()}>
        Check from this browser
      </Button>
      <span role="alert" className="text-xs font-semibold text-alert-strong empty:hidden">
        {problem}
      </span>
    </span>
  );
}

function Step({ step, number }: { step: SetupStepRow; number: number }) {
  const { may } = useOperator();
  const [state, word] = badges[step.state];
  return (
    <li className="grid gap-2 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-lg">
          {number}. {step.title}
        </h2>
        <Badge state={state} word={word} />
        {step.is_required ? null : <span className="text-xs text-ink-soft">sales can open without it</span>}
      </div>
      <p className="max-w-prose break-words text-ink-soft">
        <WithCode text={step.text} />
      </p>
      <LastResult step={step} />
      {may('admin') ? (
        <div className="flex flex-wrap gap-2">
          <ActionButton action="setup.check" input={{ step: step.id }} isSilent>
            Check<span className="sr-only"> {step.title}</span>
          </ActionButton>
          {step.id === 'domain' ? <CheckFromBrowser /> : null}
          {step.id === 'email' ? <TestEmail /> : null}
          {step.id === 'order' ? <CheckOrder /> : null}
          {step.id === 'backup' ? (
            <ActionButton action="setup.record-drill" input={{}}>
              Record a restore
            </ActionButton>
          ) : null}
        </div>
      ) : null}
    </li>
  );
}

export function SetupScreen() {
  const { may } = useOperator();
  const { data, error, refetch } = deskApi.useSetupQuery(undefined, followed);
  if (!data) return error ? <FailedPage title="Set-up" error={error} retry={refetch} /> : <Loading />;
  const missing = data.filter((step) => step.is_required && step.passed_at === null).length;
  return (
    <div className="grid max-w-4xl gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="text-2xl">Set-up</h1>
        {may('admin') ? (
          <ActionButton action="setup.check" input={{}} tone="primary">
            Check all
          </ActionButton>
        ) : null}
      </div>
      <p>
        {missing === 0
          ? 'All required steps have passed.'
          : `${missing === 1 ? '1 required step has' : `${missing} required steps have`} not passed yet.`}{' '}
        Settings are changed on the server, by <code>ops setup</code>; checks change nothing.
      </p>
      <ol aria-label="Steps" className="grid gap-3">
        {data.map((step, index) => (
          <Step key={step.id} step={step} number={index + 1} />
        ))}
      </ol>
    </div>
  );
}
