import type { ComplaintOutcome, ComplaintPage } from '@meridian/contracts/operators/actions/complaints';
import { Button } from '@meridian/ui/button';
import { Loading } from '@meridian/ui/notice';
import { useState } from 'react';
import { Link } from 'react-router';
import { deskApi } from '../../api/desk-api.ts';
import { ActionButton, ActionDialog } from '../../parts/act.tsx';
import { Card, Facts } from '../../parts/facts.tsx';
import { FailedPage } from '../../parts/failed-page.tsx';
import { SelectField, TextAreaField, textOf } from '../../parts/form-fields.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { useOperator } from '../../session/session-context.ts';
import { ComplaintClock, channelNames, outcomeNames } from './complaint-clock.tsx';

function CloseDialog({ complaint, onClose }: { complaint: ComplaintPage; onClose(): void }) {
  return (
    <ActionDialog
      title={`Close ${complaint.reference}`}
      label="Close complaint"
      action="complaints.close"
      inputOf={(form) => ({
        id: complaint.id,
        outcome: textOf(form, 'outcome') as ComplaintOutcome,
        answer: textOf(form, 'answer') ?? '',
      })}
      consequences={[
        'The complaint is closed and cannot be reopened',
        'No email is sent: write to the person first',
      ]}
      onClose={onClose}
    >
      <SelectField id="outcome" name="outcome" label="Outcome" defaultValue="redressed">
        {Object.entries(outcomeNames).map(([outcome, text]) => (
          <option key={outcome} value={outcome}>
            {text}
          </option>
        ))}
      </SelectField>
      <TextAreaField id="answer" name="answer" label="Answer to the complainant" maxLength={2_000} required />
    </ActionDialog>
  );
}

/** @returns a `mailto:` address, which opens the operator's own email program */
function mailAddress({ email, reference }: ComplaintPage): string {
  const subject = `Your complaint ${reference}`;
  const body = `We have received your complaint. Its number is ${reference}. We will answer it within one month.`;
  return `mailto:${email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

function ComplaintActions({ complaint }: { complaint: ComplaintPage }) {
  const { may } = useOperator();
  const [isClosing, setIsClosing] = useState(false);
  if (!may('desk') || complaint.outcome !== null) return null;
  return (
    <div className="flex flex-wrap items-start gap-2">
      {complaint.acknowledged_at === null ? (
        <ActionButton action="complaints.acknowledge" input={{ id: complaint.id }} tone="primary">
          Mark as acknowledged
        </ActionButton>
      ) : null}
      <Button size="sm" tone="outline" onClick={() => setIsClosing(true)}>
        Record answer and close
      </Button>
      {isClosing ? <CloseDialog complaint={complaint} onClose={() => setIsClosing(false)} /> : null}
    </div>
  );
}

export function ComplaintScreen({ id }: { id: string }) {
  const { data: complaint, error, refetch } = deskApi.useComplaintQuery(id);
  if (!complaint)
    return error ? (
      <FailedPage title="Complaint" back={['/complaints', 'Complaints']} error={error} retry={refetch} />
    ) : (
      <Loading />
    );
  const { email, phone, order_id: order, acknowledged_at: acknowledged } = complaint;
  return (
    <div className="grid max-w-4xl gap-4">
      <div className="grid gap-2">
        <Link to="/complaints" className="text-brand-strong">
          ← Complaints
        </Link>
        <h1 className="text-2xl">Complaint {complaint.reference}</h1>
        <ComplaintClock complaint={complaint} />
        <ComplaintActions complaint={complaint} />
      </div>
      <Card title="Complaint">
        {complaint.erased_at === null ? (
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{complaint.matter}</p>
        ) : (
          <p className="text-ink-soft">
            Erased <Timestamp iso={complaint.erased_at} />. The dates and the outcome are kept.
          </p>
        )}
      </Card>
      <Card title="Contact and dates">
        <Facts
          facts={[
            ['Name', complaint.name],
            ['Email', email ? <a href={mailAddress(complaint)}>{email}</a> : null],
            ['Phone', phone ? <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a> : null],
            [
              'Order',
              order ? (
                <Link to={`/orders/${order}`} className="text-brand-strong underline">
                  {order}
                </Link>
              ) : null,
            ],
            ['Channel', channelNames[complaint.channel]],
            ['Received', <Timestamp key="received" iso={complaint.received_at} />],
            ['Acknowledge by', <Timestamp key="acknowledge" iso={complaint.acknowledge_by} />],
            ['Acknowledged', acknowledged ? <Timestamp key="acknowledged" iso={acknowledged} /> : null],
            ['Answer by', <Timestamp key="redress" iso={complaint.redress_by} />],
            ['Answer', complaint.answer],
          ]}
        />
      </Card>
    </div>
  );
}
