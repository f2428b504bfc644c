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

/** Lets React work as long as it needs no timer. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function open(element: React.ReactNode): void {
  root = createRoot(place);
  root.render(element);
}

/** A page. @param onCommit called once the fallback is in the document */
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

describe('code that comes a moment after it was asked for', () => {
  beforeEach(() => {
    // `act` would leave out the 300 ms for which React keeps a fallback; they are a timer.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    code = Promise.withResolvers();
  });

  afterEach(() => {
    root.unmount();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is shown at once, of a page', async () => {
    open(pageOf());
    await settle();
    expect(place).toHaveTextContent('Loading...');
    code.resolve(Course);
    await settle();
    expect(place).toHaveTextContent('The course');
  });

  it('is shown at once, of a page that anything could listen for only later', async () => {
    open(pageOf(() => code.resolve(Course)));
    await settle();
    expect(place).toHaveTextContent('The course');
  });

  it.each([null, 'Loading...'])('is shown at once, of a part in whose place was %o', async (fallback) => {
    const Part = lazyPart(() => code.promise, fallback);
    open(<Part />);
    fireEvent.pointerDown(document.body);
    await settle();
    expect(place.textContent).toBe(fallback ?? '');
    code.resolve(Course);
    await settle();
    expect(place).toHaveTextContent('The course');
  });
});
