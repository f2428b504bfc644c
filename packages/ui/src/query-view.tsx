import type { ComponentProps, ReactNode } from 'react';
import { Button } from './button.tsx';
import { type FailureMessages, failureMessage } from './failure-messages.ts';
import { Loading, Notice } from './notice.tsx';
import { Skeleton } from './skeleton.tsx';

/**
 * Renders a read in each state (specification, sections 4 and 8): `Loading...`, its data, or the message of
 * {@link failureMessage}. A failure has a retry button if the query has `refetch`.
 */
export function QueryView<Data>({
  query,
  messages,
  skeleton,
  heading,
  children,
}: {
  query: { data?: Data; error?: unknown; isFetching?: boolean; refetch?(): unknown };
  messages?: FailureMessages;
  /** Skeleton shown below `Loading...`. */
  skeleton?: ComponentProps<typeof Skeleton>['shape'];
  /** Text of an `h1` for screen readers if the read fails, for a page whose loaded content has the `h1`. */
  heading?: string;
  children(data: Data): ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  const failure = failureMessage(query.error, messages);
  if (!failure) {
    return (
      <>
        <Loading />
        {skeleton ? <Skeleton shape={skeleton} /> : null}
      </>
    );
  }
  const { refetch, isFetching } = query;
  return (
    <div className="grid justify-items-start gap-4">
      {heading ? <h1 className="sr-only">{heading}</h1> : null}
      <div role="status" className="w-full">
        <Notice>{failure}</Notice>
      </div>
      {refetch ? (
        <Button tone="outline" busy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}
