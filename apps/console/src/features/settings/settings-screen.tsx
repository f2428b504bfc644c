import { Button } from '@meridian/ui/button';
import { Loading } from '@meridian/ui/notice';
import { toasts } from '@meridian/ui/toast';
import { api } from '../../api/api.ts';
import { messageOf } from '../../api/failure.ts';
import { Card, Facts } from '../../parts/facts.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useStepUp } from '../../parts/step-up.tsx';
import { createPasskey, hasPasskeys } from '../../session/passkeys.ts';
import { useOperator } from '../../session/session-context.ts';
import { ExportAll } from './export-all.tsx';
import { Operators } from './operators.tsx';
import { Sessions } from './sessions.tsx';

function Account() {
  const { name, email, role } = useOperator();
  const [optionsOf, { isLoading }] = api.useNewPasskeyOptionsMutation();
  const [add] = api.useAddPasskeyMutation();
  const run = useStepUp();
  async function addPasskey(): Promise<void> {
    const options = await run(() => optionsOf());
    if (!options.data) return toasts.error(messageOf(options.error));
    const response = await createPasskey(options.data);
    if (!response) return;
    const { error } = await add({ name: 'Passkey', response });
    if (error) toasts.error(messageOf(error));
    else toasts.success('The passkey is added. You can now sign in without a password or code.');
  }
  return (
    <Card title="Your account">
      <div className="grid justify-items-start gap-3">
        <Facts
          facts={[
            ['Name', name],
            ['Email', email],
            ['Role', role],
          ]}
        />
        {hasPasskeys() ? (
          <Button size="sm" tone="outline" busy={isLoading} onClick={() => void addPasskey()}>
            Add a passkey
          </Button>
        ) : null}
      </div>
    </Card>
  );
}

function Values() {
  const { data, error, refetch } = api.useSettingsQuery();
  if (!data) return error ? <FailureNotice error={error} retry={refetch} /> : <Loading />;
  return <Facts facts={data.map(({ name, value }) => [name, value] as const)} />;
}

export function SettingsScreen() {
  const { may } = useOperator();
  return (
    <div className="grid max-w-6xl items-start gap-4 lg:grid-cols-2">
      <h1 className="text-2xl lg:col-span-2">Settings</h1>
      <div className="grid gap-4">
        <Account />
        <Card title="Your sessions">
          <Sessions />
        </Card>
      </div>
      <Card title="Settings of the server, read only">
        <Values />
      </Card>
      {may('admin') ? (
        <>
          <Card title="Operators">
            <Operators />
          </Card>
          <Card title="All data">
            <ExportAll />
          </Card>
        </>
      ) : null}
    </div>
  );
}
