import './training.css';
import { formatDay, formatTimestamp } from '@meridian/contracts/format-time';
import type { CertificateData } from '@meridian/contracts/training/certificate';
import { formatCredits } from '@meridian/contracts/training/credits';
import { Button, buttonClass } from '@meridian/ui/button';
import { failureMessage } from '@meridian/ui/failure-messages';
import { Printer } from '@meridian/ui/icons';
import { Loading, Notice } from '@meridian/ui/notice';
import { Container } from '@meridian/ui/section';
import { contact } from '../../content/contact.ts';
import { usePageParams } from '../../routing/page-params.ts';
import { trainingApi } from './training-api.ts';

const formatHours = (minutes: number) => {
  const hours = Math.round(minutes / 6) / 10;
  return hours === 1 ? '1 hour' : `${hours} hours`;
};

function Valid({ certificate }: { certificate: CertificateData & { state: 'valid' } }) {
  const { number, name, course_name: course, days, minutes, issued_at: issued, provider } = certificate;
  const credits = formatCredits(certificate);
  const facts: [string, string][] = [
    ['Days of class', days.map(formatDay).join(', ')],
    ...(minutes === null ? [] : [['Duration', formatHours(minutes)] as [string, string]]),
    ...(credits ? [['Credits', credits] as [string, string]] : []),
    ['Certificate number', number],
    ['Issued', `${formatTimestamp(issued)}, by ${provider}`],
  ];
  return (
    <article className="mx-auto max-w-text rounded-lg border border-line bg-surface p-5 shadow-card sm:p-8 print:border-0 print:p-0">
      <p className="font-semibold text-brand-strong">This certificate is valid.</p>
      <h1 className="mt-2 text-3xl">Certificate of attendance</h1>
      <p className="mt-5 text-2xl font-semibold [overflow-wrap:anywhere]">{name}</p>
      <p className="mt-1 text-lg">attended {course}</p>
      <dl className="mt-5 grid gap-3">
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt className="text-sm font-bold text-ink-soft">{label}</dt>
            <dd className="[overflow-wrap:anywhere]">{text}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6 flex flex-wrap gap-3 print:hidden">
        <a href={`/api/certificates/${number}.pdf`} download className={buttonClass('primary')}>
          Download the PDF
        </a>
        <Button tone="outline" onClick={() => window.print()}>
          <Printer className="size-5" /> Print
        </Button>
      </div>
    </article>
  );
}

/** Page on which anyone can verify a certificate by its number. */
export function CertificateScreen() {
  const { number = '' } = usePageParams();
  const { data, error, isFetching, refetch } = trainingApi.endpoints.certificate.useQuery(number);
  const isMissing = (error as { kind?: string } | undefined)?.kind === 'missing';
  if (data?.state === 'valid')
    return (
      <Container className="min-h-dvh py-10 sm:py-14">
        <Valid certificate={data} />
      </Container>
    );
  return (
    <Container className="min-h-dvh py-10 sm:py-14">
      <h1 className="mb-5 text-3xl">Certificate of attendance</h1>
      {data ? (
        <Notice>
          Certificate {data.number} was revoked on {formatTimestamp(data.revoked_at)}: it is not valid.
        </Notice>
      ) : isMissing ? (
        <>
          <Notice>Certificate not found.</Notice>
          <p className="mt-4 max-w-text text-ink-soft">
            A certificate number has ten letters and digits. Please check that it is complete. If it is, call{' '}
            {contact().phone} or write to {contact().email}.
          </p>
        </>
      ) : error ? (
        <>
          <Notice>{failureMessage(error)}</Notice>
          <Button className="mt-6" busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </>
      ) : (
        <Loading />
      )}
    </Container>
  );
}
