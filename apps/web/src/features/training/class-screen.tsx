import './training.css';
import { Button } from '@meridian/ui/button';
import { failureMessage } from '@meridian/ui/failure-messages';
import { Loading, Notice } from '@meridian/ui/notice';
import { Container } from '@meridian/ui/section';
import { usePageParams } from '../../routing/page-params.ts';
import { ClassList } from './class-list.tsx';
import { trainingApi } from './training-api.ts';

/** The class list of a batch for its trainer, at a secret address. */
export function ClassScreen() {
  const { token = '' } = usePageParams();
  const { data: list, error, isFetching, refetch } = trainingApi.endpoints.classList.useQuery(token);
  if (list)
    return (
      <Container className="min-h-dvh py-8 sm:py-12">
        <ClassList list={list} token={token} />
      </Container>
    );
  const isMissing = (error as { kind?: string } | undefined)?.kind === 'missing';
  return (
    <Container className="min-h-dvh py-10 sm:py-14">
      <h1 className="mb-5 text-3xl">Class list</h1>
      {error ? (
        <Notice>
          {isMissing
            ? 'This class list does not exist, or its link has expired. A newer email may have another link.'
            : failureMessage(error)}
        </Notice>
      ) : (
        <Loading />
      )}
      {error && !isMissing ? (
        <Button className="mt-6" busy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      ) : null}
    </Container>
  );
}
