import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { Accordion } from './accordion.tsx';
import { ViewMore } from './view-more.tsx';

const names = ['First', 'Second', 'Third', 'Fourth'];

/** Lets the test answer the request for further items. */
interface Answer {
  now(): void;
}

/** A list that shows two of four items. View More shows the others. */
function Sample({ as, arrive }: { as: 'list' | 'accordion'; arrive: Answer }) {
  const [shown, setShown] = useState(2);
  const [busy, setBusy] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const accordion = useRef<HTMLDivElement>(null);
  arrive.now = () => {
    setBusy(false);
    setShown(4);
  };
  const visible = names.slice(0, shown);
  return (
    <>
      <a href="#elsewhere">Elsewhere</a>
      {as === 'list' ? (
        <ul ref={list}>
          {visible.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      ) : (
        <Accordion
          ref={accordion}
          items={visible.map((name) => ({ key: name, title: name, content: name }))}
        />
      )}
      {shown < names.length ? (
        <ViewMore
          list={as === 'list' ? list : accordion}
          shown={shown}
          total={4}
          what="things"
          busy={busy}
          onMore={() => setBusy(true)}
        />
      ) : null}
    </>
  );
}

async function press(as: 'list' | 'accordion') {
  const arrive: Answer = { now: () => undefined };
  render(<Sample as={as} arrive={arrive} />);
  await userEvent.click(screen.getByRole('button', { name: 'View More' }));
  return arrive;
}

describe('View More', () => {
  it('focuses the first new item, also if the last page removes the button', async () => {
    const arrive = await press('list');
    expect(screen.getByRole('button', { name: 'Loading...' })).toBeDisabled();
    arrive.now();
    await waitFor(() => expect(screen.getByText('Third')).toHaveFocus());
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('focuses the summary of the first new item of an accordion', async () => {
    const arrive = await press('accordion');
    arrive.now();
    await waitFor(() => expect(document.activeElement?.tagName).toBe('SUMMARY'));
    expect(document.activeElement).toHaveTextContent('Third');
  });

  it('does not move the focus if the visitor has moved it meanwhile', async () => {
    const arrive = await press('list');
    screen.getByRole('link', { name: 'Elsewhere' }).focus();
    arrive.now();
    expect(await screen.findByText('Third')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Elsewhere' })).toHaveFocus();
  });
});
