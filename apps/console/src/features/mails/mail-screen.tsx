import { reasonText } from '@meridian/contracts/operators/console/mail-reasons';
import { Loading } from '@meridian/ui/notice';
import { Link } from 'react-router';
import { deskApi } from '../../api/desk-api.ts';
import { ActionButton } from '../../parts/act.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Card, Facts } from '../../parts/facts.tsx';
import { FailedPage } from '../../parts/failed-page.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { useOperator } from '../../session/session-context.ts';

export function MailScreen({ id }: { id: string }) {
  const { data: mail, error, refetch } = deskApi.useMailQuery(id);
  const { may } = useOperator();
  if (!mail)
    return error ? (
      <FailedPage title="Email" back={['/mails', 'Emails']} error={error} retry={refetch} />
    ) : (
      <Loading />
    );
  const says = mail.says.map(
    ({ label, text }) =>
      [
        label,
        <span key={label} className="whitespace-pre-line">
          {text}
        </span>,
      ] as const,
  );
  return (
    <div className="grid max-w-6xl items-start gap-4 lg:grid-cols-2">
      <div className="grid justify-items-start gap-2 lg:col-span-2">
        <Link to="/mails" className="text-brand-strong">
          ← Emails
        </Link>
        <h1 className="text-2xl">Email “{mail.kind.replaceAll('_', ' ')}”</h1>
        <div className="flex flex-wrap items-center gap-2">
          <Badge state={mail.state} /> {reasonText(mail.reason)}
        </div>
        {mail.can_resend && may('desk') ? (
          <ActionButton action="emails.resend" input={{ id }} tone="primary">
            Send again
          </ActionButton>
        ) : null}
      </div>
      <Card title="Delivery">
        <Facts
          facts={[
            ['To', mail.recipient],
            ['Created', <Timestamp key="created" iso={mail.created_at} />],
            ['Sent', mail.sent_at ? <Timestamp key="sent" iso={mail.sent_at} /> : null],
            ['Next attempt', mail.next_try_at ? <Timestamp key="next" iso={mail.next_try_at} /> : null],
            ['Attempts', mail.attempts],
            [
              'Order',
              mail.order_id ? (
                <Link key="order" to={`/orders/${mail.order_id}`} className="text-brand-strong underline">
                  {mail.order_id}
                </Link>
              ) : null,
            ],
            [
              'Lead',
              mail.lead_id ? (
                <Link key="lead" to={`/leads/${mail.lead_id}`} className="text-brand-strong underline">
                  {mail.lead_id}
                </Link>
              ) : null,
            ],
            ['Event', mail.cause],
            ['Message-ID', mail.message_id],
          ]}
        />
      </Card>
      <Card title="Content">
        {says.length === 0 ? (
          <p className="text-ink-soft">Erased, or not composed yet.</p>
        ) : (
          <Facts facts={says} />
        )}
      </Card>
    </div>
  );
}
