import type { LeadPage } from '@meridian/contracts/operators/console/leads';
import { Button } from '@meridian/ui/button';
import { Loading } from '@meridian/ui/notice';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, followed } from '../../api/api.ts';
import { ActionButton, ActionDialog } from '../../parts/act.tsx';
import { AssignmentBar } from '../../parts/assignment.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Card, Facts } from '../../parts/facts.tsx';
import { FailedPage } from '../../parts/failed-page.tsx';
import { TextAreaField, TextField } from '../../parts/form-fields.tsx';
import { Timeline } from '../../parts/timeline.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { useOperator } from '../../session/session-context.ts';
import { inOrder, isLong, labelOf } from './field-names.ts';
import { formNames } from './form-names.ts';

function EditDialog({ lead, onClose }: { lead: LeadPage; onClose(): void }) {
  return (
    <ActionDialog
      title="Edit and send again"
      label="Save and send again"
      action="leads.edit"
      inputOf={(form) => {
        const given = [...form].map(([name, value]) => [name, String(value)] as const);
        const set = Object.fromEntries(given.filter(([name, value]) => value !== lead.values[name]));
        return { id: lead.id, set };
      }}
      consequences={[
        'The lead is resent, under the same ids, to each system that has not confirmed it.',
        'Systems that already have the lead keep the old values: change them there too.',
      ]}
      onClose={onClose}
    >
      {inOrder(lead.values).map(([name, value]) => {
        const field = { id: `edit-${name}`, name, label: labelOf(name), defaultValue: value };
        return isLong(name) ? <TextAreaField key={name} {...field} /> : <TextField key={name} {...field} />;
      })}
    </ActionDialog>
  );
}

function EraseDialog({ lead, onClose }: { lead: LeadPage; onClose(): void }) {
  return (
    <ActionDialog
      title="Erase this person's data"
      label="Erase data"
      action="leads.erase"
      inputOf={() => ({ id: lead.id })}
      consequences={[
        `Contact details are permanently removed from all leads of ${lead.email}. This cannot be undone.`,
        'Leads that have not reached the CRM are not sent. A job deletes the records that are in the CRM; a case lists those that you have to delete yourself.',
        'The orders of this person are not erased. To erase them, open one of them and erase its payer.',
      ]}
      onClose={onClose}
    />
  );
}

function LeadActions({ lead }: { lead: LeadPage }) {
  const { may } = useOperator();
  const [dialog, setDialog] = useState<'edit' | 'erase'>();
  const isErased = lead.email === '';
  return (
    <div className="flex flex-wrap gap-2">
      {may('desk') && lead.can.resend ? (
        <ActionButton action="leads.resend" input={{ id: lead.id }} tone="primary">
          Send again
        </ActionButton>
      ) : null}
      {may('desk') && lead.can.release ? (
        <ActionButton action="leads.release" input={{ id: lead.id }} tone="primary">
          Not spam: release
        </ActionButton>
      ) : null}
      {may('desk') && lead.can.reject ? (
        <ActionButton action="leads.reject" input={{ id: lead.id }}>
          Spam: reject
        </ActionButton>
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
  const { data: lead, error, refetch } = api.useLeadQuery(id, followed);
  if (!lead)
    return error ? (
      <FailedPage title="Lead" back={['/leads', 'Leads']} error={error} retry={refetch} />
    ) : (
      <Loading />
    );
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
            {formNames.get(lead.form) ?? lead.form}, <Timestamp iso={lead.received_at} />
          </span>
        </div>
        {lead.last_error ? <p className="text-alert-strong">{lead.last_error}</p> : null}
        <AssignmentBar kind="lead" id={lead.id} />
        <LeadActions lead={lead} />
      </div>
      <Card title="Person and request">
        <Facts
          facts={[
            ['Email', lead.email ? <a href={`mailto:${lead.email}`}>{lead.email}</a> : null],
            [
              'Phone',
              lead.phone ? <a href={`tel:${lead.phone.replace(/[^\d+]/g, '')}`}>{lead.phone}</a> : null,
            ],
            ...inOrder(lead.values)
              .filter(([, value]) => value !== lead.email && value !== lead.phone)
              .map(([name, value]) => [labelOf(name), value] as const),
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
