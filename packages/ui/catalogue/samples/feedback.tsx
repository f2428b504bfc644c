import { ErrorBoundary } from '../../src/error-boundary.tsx';
import { ListRegion } from '../../src/list-region.tsx';
import { Loading, Notice } from '../../src/notice.tsx';
import { QueryView } from '../../src/query-view.tsx';
import { Skeleton } from '../../src/skeleton.tsx';
import { Spinner } from '../../src/spinner.tsx';
import { TryAgain } from '../../src/try-again.tsx';
import { type ComponentSamples, longWords, noop } from '../sample.ts';

function Broken(): never {
  throw new Error('This sample breaks on purpose');
}

const shown = (text: string) => <p>{text}</p>;
const refused = { kind: 'refused' };

export const feedbackSamples: readonly ComponentSamples[] = [
  {
    component: 'Notice',
    samples: [
      { state: 'empty list', content: <Notice>No course matches your search.</Notice> },
      { state: 'long text', content: <Notice>{longWords}</Notice> },
      { state: 'loading', content: <Loading /> },
    ],
  },
  {
    component: 'Spinner',
    samples: [
      {
        state: 'beside words',
        content: (
          <p className="flex items-center gap-3">
            <Spinner /> Loading...
          </p>
        ),
      },
    ],
  },
  {
    component: 'Skeleton',
    wide: true,
    samples: (['cards', 'rows', 'text'] as const).map((shape) => ({
      state: `shape ${shape}`,
      content: <Skeleton shape={shape} />,
    })),
  },
  {
    component: 'Query view',
    samples: [
      { state: 'data', content: <QueryView query={{ data: 'Four courses' }}>{shown}</QueryView> },
      { state: 'loading', content: <QueryView query={{}}>{shown}</QueryView> },
      {
        state: 'loading with a skeleton',
        content: (
          <QueryView<string> query={{}} skeleton="text">
            {shown}
          </QueryView>
        ),
      },
      { state: 'refused', content: <QueryView<string> query={{ error: refused }}>{shown}</QueryView> },
      {
        state: 'no answer, can be repeated',
        content: <QueryView<string> query={{ error: {}, refetch: noop }}>{shown}</QueryView>,
      },
      {
        state: 'being repeated',
        content: (
          <QueryView<string> query={{ error: {}, refetch: noop, isFetching: true }}>{shown}</QueryView>
        ),
      },
    ],
  },
  {
    component: 'Try again',
    samples: [
      { state: 'normal', content: <TryAgain onTry={noop}>The form could not be loaded.</TryAgain> },
      { state: 'busy', content: <TryAgain busy onTry={noop} children="The form could not be loaded." /> },
      { state: 'long text', content: <TryAgain onTry={noop}>{longWords}</TryAgain> },
    ],
  },
  {
    component: 'Error boundary',
    samples: [
      {
        state: 'error',
        content: (
          <ErrorBoundary>
            <Broken />
          </ErrorBoundary>
        ),
      },
      {
        state: 'error, silent',
        content: (
          <ErrorBoundary silent>
            <Broken />
          </ErrorBoundary>
        ),
      },
    ],
  },
  {
    component: 'List region',
    samples: [
      { state: 'normal', content: <ListRegion loading={false}>Scrum, Kanban, SAFe</ListRegion> },
      {
        state: 'outdated',
        content: (
          <ListRegion loading={false} outdated>
            Scrum, Kanban, SAFe
          </ListRegion>
        ),
      },
      {
        state: 'loading',
        content: (
          <ListRegion loading>
            <Loading />
          </ListRegion>
        ),
      },
    ],
  },
];
