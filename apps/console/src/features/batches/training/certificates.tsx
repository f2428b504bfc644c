/** Certificates of attendance: previews, issues and revokes them. */
import type { BatchPage } from '@meridian/contracts/operators/console/batches';
import type { ClassPage } from '@meridian/contracts/operators/console/training';
import { Button } from '@meridian/ui/button';
import { Loading } from '@meridian/ui/notice';
import { useState } from 'react';
import { deskApi } from '../../../api/desk-api.ts';
import { messageOf } from '../../../api/failure.ts';
import { ActionDialog } from '../../../parts/act.tsx';
import { Card } from '../../../parts/facts.tsx';
import { Tick, textOf } from '../../../parts/form-fields.tsx';
import { Timestamp } from '../../../parts/timestamp.tsx';
import { useOperator } from '../../../session/session-context.ts';

type Certificate = ClassPage['certificates'][number];

function IssueDialog({ batch, onClose }: { batch: BatchPage; onClose(): void }) {
  const [also, setAlso] = useState<readonly string[]>([]);
  const input = { id: batch.id, also: [...also] };
  const { data: preview, isFetching, error } = deskApi.usePreviewCertificatesQuery(input);
  // This preview ignores the ticks, so that people whom the operator ticked stay in the list of people to
  // tick.
  const { data: withoutTicks } = deskApi.usePreviewCertificatesQuery({ id: batch.id, also: [] });
  const leftOut = withoutTicks?.left_out ?? [];
  return (
    <ActionDialog
      action="batches.issue-certificates"
      title="Issue certificates"
      label={
        preview?.names.length === 1
          ? 'Issue 1 certificate'
          : `Issue ${preview?.names.length ?? 0} certificates`
      }
      disabled={isFetching || !preview || preview.names.length === 0}
      inputOf={() => ({ ...input, confirm: preview?.confirm ?? '' })}
      onClose={onClose}
    >
      {error ? (
        <p role="alert" className="font-semibold text-alert-strong">
          {messageOf(error)}
        </p>
      ) : preview ? (
        <>
          <section>
            <h3 className="text-base">Certificates are emailed to</h3>
            {preview.names.length === 0 ? (
              <p>No attendees.</p>
            ) : (
              <ul className="list-disc pl-5">
                {preview.names.map((name, index) => (
                  <li key={`${name} ${index}`} className="break-words">
                    {name}
                  </li>
                ))}
              </ul>
            )}
            {preview.credits ? <p>Each certificate states {preview.credits}.</p> : null}
          </section>
          {leftOut.length > 0 ? (
            <fieldset>
              <legend className="font-semibold">Not included; tick the people to include</legend>
              {leftOut.map(({ name, email, why }, index) =>
                email === null ? (
                  <p key={`${name} ${index}`} className="py-1 break-words">
                    {name}: {why}
                  </p>
                ) : (
                  <Tick
                    key={email}
                    checked={also.includes(email)}
                    label={`${name}: ${why}`}
                    onChange={(isTicked) =>
                      setAlso(isTicked ? [...also, email] : also.filter((one) => one !== email))
                    }
                  />
                ),
              )}
            </fieldset>
          ) : null}
        </>
      ) : (
        <Loading />
      )}
    </ActionDialog>
  );
}

function RevokeDialog({ certificate, onClose }: { certificate: Certificate; onClose(): void }) {
  return (
    <ActionDialog
      action="certificates.revoke"
      title={`Revoke the certificate of ${certificate.name}`}
      label="Revoke certificate"
      consequences={[
        'The page of the certificate says that it is not valid, and the PDF is deleted. Copies of the PDF link to that page',
        'No email is sent',
      ]}
      asksWhy
      inputOf={(form) => ({ number: certificate.number, note: textOf(form, 'note') ?? '' })}
      onClose={onClose}
    />
  );
}

function Row({
  certificate,
  siteUrl,
  onRevoke,
}: {
  certificate: Certificate;
  siteUrl: string;
  onRevoke: (() => void) | undefined;
}) {
  const { number, name, issued_at: issued, revoked_at: revoked, revoked_note: why } = certificate;
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 border-t border-line py-2 first:border-0 first:pt-0">
      <div className="min-w-0">
        <div className="font-semibold break-words">{name}</div>
        <div className="text-xs text-ink-soft">
          <a
            href={new URL(`/certificate/${number}`, siteUrl).href}
            target="_blank"
            rel="noreferrer"
            className="text-brand-strong"
          >
            {number}
          </a>
          , <Timestamp iso={issued} />
        </div>
        {revoked ? (
          <div className="text-xs break-words text-alert-strong">
            Revoked <Timestamp iso={revoked} />
            {why ? `: ${why}` : ''}
          </div>
        ) : certificate.has_seat ? null : (
          <div className="text-xs text-alert-strong">This name no longer has a seat</div>
        )}
        {certificate.missed && !revoked ? (
          <div className="text-xs text-ink-soft">Attendance: {certificate.missed}</div>
        ) : null}
      </div>
      {onRevoke && !revoked ? (
        <Button size="sm" tone="quiet" onClick={onRevoke} aria-label={`Revoke the certificate of ${name}`}>
          Revoke
        </Button>
      ) : null}
    </li>
  );
}

export function Certificates({ batch, page }: { batch: BatchPage; page: ClassPage }) {
  const { may } = useOperator();
  const [issuing, setIssuing] = useState(false);
  const [revoking, setRevoking] = useState<Certificate>();
  return (
    <Card title="Certificates of attendance">
      <div className="grid justify-items-start gap-3">
        {page.certificates.length === 0 ? (
          <p className="text-ink-soft">
            No certificates. They can be issued when class ends on the last day.
          </p>
        ) : (
          <ul className="w-full">
            {page.certificates.map((certificate) => (
              <Row
                key={certificate.number}
                certificate={certificate}
                siteUrl={page.site_url}
                onRevoke={may('desk') ? () => setRevoking(certificate) : undefined}
              />
            ))}
          </ul>
        )}
        {may('desk') ? (
          <Button size="sm" tone="outline" onClick={() => setIssuing(true)}>
            Issue certificates
          </Button>
        ) : null}
      </div>
      {issuing ? <IssueDialog batch={batch} onClose={() => setIssuing(false)} /> : null}
      {revoking ? <RevokeDialog certificate={revoking} onClose={() => setRevoking(undefined)} /> : null}
    </Card>
  );
}
