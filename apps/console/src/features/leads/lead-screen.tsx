import type { LeadPage } from '@meridian/contracts/console/answers';
import { Button } from '@meridian/ui/button';
import { Dialog } from '@meridian/ui/dialog';
import { Loading } from '@meridian/ui/notice';
import { TextField } from '@meridian/ui/text-field';
import { toasts } from '@meridian/ui/toast';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../api/api.ts';
import { messageOf } from '../../api/failure.ts';
import { useOperator } from '../../app/session-context.ts';
import { Badge } from '../../parts/badge.tsx';
import { Card, Facts } from '../../parts/facts.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useDeed } from '../../parts/proof.tsx';
import { Timeline } from '../../parts/timeline.tsx';
import { formNames } from './form-names.ts';

function EditDialog({ lead, onClose }: { lead: LeadPage; onClose(): void }) {
  const [edit, { isLoading, error }] = api.useEditLeadMutation();
  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const given = [...new FormData(event.currentTarget)].map(
      ([name, value]) => [name, String(value)] as const,
    );
    const values = Object.fromEntries(given.filter(([name, value]) => value !== lead.values[name]));
    const result = await edit({ id: lead.id, values });
    if (result.error) return;
    toasts.success('Edited, and sent again wherever it had not arrived.');
    onClose();
  }
  return (
    <Dialog title="Edit and send again" open onClose={onClose}>
      <form onSubmit={(event) => void send(event)} className="grid gap-3">
        {Object.entries(lead.values).map(([name, value]) => (
          <TextField
            key={name}
            id={`edit-${name}`}
            name={name}
            label={name.replaceAll('_', ' ')}
            defaultValue={value}
          />
        ))}
        <p role="alert" className="font-semibold text-alert-strong empty:hidden">
          {error ? messageOf(error) : ''}
        </p>
        <Button type="submit" busy={isLoading}>
          Save and send again
        </Button>
      </form>
    </Dialog>
  );
}

function EraseDialog({ lead, onClose }: { lead: LeadPage; onClose(): void }) {
  const [change, { isLoading }] = api.useChangeLeadMutation();
  const run = useDeed();
  async function erase(): Promise<void> {
    const result = await run(() => change({ id: lead.id, deed: 'erase' }));
    if (result.error) toasts.error(messageOf(result.error));
    else toasts.success('Erased.');
    onClose();
  }
  return (
    <Dialog title="Erase this person" open onClose={onClose}>
      <div className="grid gap-4">
        <p>
          All leads of <strong>{lead.email}</strong> lose their contact details for good. What has not reached
          the CRM yet never will. What is in the CRM already has to be erased there. This cannot be undone.
        </p>
        <Button busy={isLoading} onClick={() => void erase()}>
          Erase
        </Button>
      </div>
    </Dialog>
  );
}

function Deeds({ lead }: { lead: LeadPage }) {
  const { may } = useOperator();
  const [change, { isLoading }] = api.useChangeLeadMutation();
  const [dialog, setDialog] = useState<'edit' | 'erase'>();
  async function run(deed: 'resend' | 'release', done: string): Promise<void> {
    const { error } = await change({ id: lead.id, deed });
    if (error) toasts.error(messageOf(error));
    else toasts.success(done);
  }
  const isErased = lead.email === '';
  return (
    <div className="flex flex-wrap gap-2">
      {may('desk') && lead.can.resend ? (
        <Button size="sm" busy={isLoading} onClick={() => void run('resend', 'It is being sent again.')}>
          Send again
        </Button>
      ) : null}
      {may('desk') && lead.can.release ? (
        <Button size="sm" busy={isLoading} onClick={() => void run('release', 'Released: it is being sent.')}>
          Release: it is no spam
        </Button>
      ) : null}
      {may('desk') && !isErased && (lead.can.resend || lead.forward_state === 'refused') ? (
        <Button size="sm" tone="outline" onClick={() => setDialog('edit')}>
          Edit and send again
        </Button>
      ) : null}
      {may('admin') && !isErased ? (
        <Button size="sm" tone="quiet" onClick={() => setDialog('erase')}>
          Erase
        </Button>
      ) : null}
      {dialog === 'edit' ? <EditDialog lead={lead} onClose={() => setDialog(undefined)} /> : null}
      {dialog === 'erase' ? <EraseDialog lead={lead} onClose={() => setDialog(undefined)} /> : null}
    </div>
  );
}

export function LeadScreen({ id }: { id: string }) {
  const { data: lead, error, refetch } = api.useLeadQuery(id);
  if (!lead) return error ? <FailureNotice error={error} retry={refetch} /> : <Loading />;
  return (
    <div className="grid max-w-6xl items-start gap-4 lg:grid-cols-2">
      <div className="grid gap-2 lg:col-span-2">
        <Link to="/leads" className="text-brand-strong">
          ← Leads
        </Link>
        <h1 className="text-2xl">{lead.name || 'Erased lead'}</h1>
        <div className="flex flex-wrap items-center gap-2">
          <Badge label="Upstream" state={lead.forward_state} />
          <Badge label="CRM" state={lead.crm_state} />
          <span className="text-ink-soft">
            {formNames.get(lead.form) ?? lead.form}, <Moment iso={lead.received_at} />
          </span>
        </div>
        {lead.last_error ? <p className="text-alert-strong">{lead.last_error}</p> : null}
        <Deeds lead={lead} />
      </div>
      <Card title="Person and request">
        <Facts
          facts={[
            ['E-mail', lead.email ? <a href={`mailto:${lead.email}`}>{lead.email}</a> : null],
            [
              'Phone',
              lead.phone ? <a href={`tel:${lead.phone.replace(/[^\d+]/g, '')}`}>{lead.phone}</a> : null,
            ],
            ...Object.entries(lead.values)
              .filter(([, value]) => value !== lead.email && value !== lead.phone)
              .map(([name, value]) => [name.replaceAll('_', ' '), value] as const),
            ['Page', lead.page_url],
            ['Id in the CRM', lead.crm_id],
            ['Request', lead.request_id],
            ['Id', lead.id],
          ]}
        />
      </Card>
      <Card title="Timeline">
        <Timeline entries={lead.timeline} />
      </Card>
    </div>
  );
}
