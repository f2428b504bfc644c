import { fireEvent } from '@testing-library/react';
import { Suspense, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import { useRerender, WhileLoading } from './load-failure.tsx';

type Component = () => React.ReactNode;
const Course = () => 'The course';
const place = document.createElement('div');
let root: Root;
let code: PromiseWithResolvers<Component>;

/** Lets React finish all work that does not need a timer. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function open(element: React.ReactNode): void {
  root = createRoot(place);
  root.render(element);
}

/** A page with a lazy screen. @param onCommit called when the fallback is in the document */
function pageOf(onCommit?: () => void): React.ReactNode {
  const Screen = lazyScreen('features/courses/course-screen.tsx', () => code.promise);
  function Page() {
    const rerender = useRerender();
    useLayoutEffect(() => onCommit?.(), []);
    const waiting = (
      <WhileLoading load={Screen.code} onArrival={rerender}>
        Loading...
      </WhileLoading>
    );
    return (
      <Suspense fallback={waiting}>
        <Screen />
      </Suspense>
    );
  }
  return <Page />;
}

describe('code that loads shortly after it was requested', () => {
  beforeEach(() => {
    // `act` would skip the 300 ms timer for which React keeps a fallback.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    code = Promise.withResolvers();
  });

  afterEach(() => {
    root.unmount();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('renders a page immediately', async () => {
    open(pageOf());
    await settle();
    expect(place).toHaveTextContent('Loading...');
    code.resolve(Course);
    await settle();
    expect(place).toHaveTextContent('The course');
  });

  it('renders a page immediately if the code loads while the fallback is committed', async () => {
    open(pageOf(() => code.resolve(Course)));
    await settle();
    expect(place).toHaveTextContent('The course');
  });

  it.each([null, 'Loading...'])(
    'renders a part immediately in place of the fallback %o',
    async (fallback) => {
      const Part = lazyPart(() => code.promise, fallback);
      open(<Part />);
      fireEvent.pointerDown(document.body);
      await settle();
      expect(place.textContent).toBe(fallback ?? '');
      code.resolve(Course);
      await settle();
      expect(place).toHaveTextContent('The course');
    },
  );
});
