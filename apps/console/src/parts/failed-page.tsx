import { Link } from 'react-router';
import { isFailure } from '../api/failure.ts';
import { FailureNotice } from './failure-notice.tsx';

/** Shown if a page could not be loaded, with its heading and a link back. */
export function FailedPage({
  title,
  back,
  error,
  retry,
}: {
  title: string;
  /** Address and name of the list to which the page belongs. */
  back?: readonly [address: string, name: string];
  error: unknown;
  retry: () => unknown;
}) {
  const isMissing = isFailure(error) && error.status === 404;
  return (
    <div className="grid max-w-6xl justify-items-start gap-3">
      {back ? (
        <Link to={back[0]} className="text-brand-strong">
          ← {back[1]}
        </Link>
      ) : null}
      <h1 className="text-2xl">{title}</h1>
      <FailureNotice error={error} {...(!isMissing && { retry })} />
    </div>
  );
}
