import { Suspense, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyScreen, useArrival } from './lazy-screen.tsx';

type Component = () => React.ReactNode;
const place = document.createElement('div');
let root: Root;
let arrive: (component: Component) => void;

/** Lets React work as long as it needs no timer. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Renders a page whose code is on its way. @param onCommit called once the fallback is in the document */
function open(onCommit?: () => void): void {
  const { promise, resolve } = Promise.withResolvers<Component>();
  arrive = resolve;
  const Screen = lazyScreen('features/course/course-screen.tsx', () => promise);
  function App() {
    useArrival(Screen);
    useLayoutEffect(() => onCommit?.(), []);
    return (
      <Suspense fallback="Loading...">
        <Screen />
      </Suspense>
    );
  }
  root = createRoot(place);
  root.render(<App />);
}

describe('17 a page whose code comes a moment after it was asked for', () => {
  beforeEach(() => {
    // `act` would leave out the 300 ms for which React keeps a fallback; they are a timer.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });

  afterEach(() => {
    root.unmount();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is shown at once', async () => {
    open();
    await settle();
    expect(place).toHaveTextContent('Loading...');
    arrive(() => 'The course');
    await settle();
    expect(place).toHaveTextContent('The course');
  });

  it('is shown at once if it comes before anything can listen', async () => {
    open(() => arrive(() => 'The course'));
    await settle();
    expect(place).toHaveTextContent('The course');
  });
});
