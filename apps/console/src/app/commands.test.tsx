import { isAllowed, type Role, roles } from '@meridian/contracts/operators/console/roles';
import { render } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { commandOptions } from './commands.ts';
import { findScreen } from './find-screen.ts';
import { groupedPlaces } from './screens.tsx';

const titles = (text: string, role: Role) =>
  commandOptions(text, (needed) => isAllowed(role, needed), null).map(({ title }) => title);

describe('actions and pages', () => {
  it('are found by the first letters of their words, in any order', () => {
    expect(titles('coup ne', 'admin')).toEqual(['New coupon']);
    expect(titles('oupon', 'admin')).toEqual([]);
  });

  it('are limited to those of the operator’s role', () => {
    expect(titles('invite', 'admin')).toEqual(['Invite an operator']);
    expect(titles('invite', 'finance')).toEqual([]);
    expect(titles('audit', 'admin')).toEqual(['Audit log']);
    expect(titles('audit', 'desk')).toEqual([]);
  });

  it.each(roles)('open existing screens for the role %s', (role) => {
    for (const { address } of commandOptions('', (needed) => isAllowed(role, needed), null))
      expect(findScreen(address?.split('#')[0] ?? '')).toBeDefined();
  });
});

describe('buttons of the open page', () => {
  it('are listed if they have a label, and inside a row only if an aria-label names the row', () => {
    // jsdom has no layout: every element counts as visible.
    vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body);
    const { container } = render(
      <>
        <button type="button">Move</button>
        <button type="button" disabled>
          Refund
        </button>
        <button type="submit">Save</button>
        <ul>
          <li>
            <button type="button">Reset sign-in</button>
            <button type="button" aria-label="End EARLY">
              End
            </button>
          </li>
        </ul>
      </>,
    );
    const titles = commandOptions('', () => false, container).map(({ title }) => title);
    expect(titles.slice(0, 2)).toEqual(['Move', 'End EARLY']);
    expect(titles).not.toContain('Reset sign-in');
    vi.restoreAllMocks();
  });

  it('are clicked, except a button that runs an action: it gets the focus', () => {
    vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body);
    const clicked: string[] = [];
    const { container, getByText } = render(
      <>
        <button type="button" onClick={() => clicked.push('Move')}>
          Move
        </button>
        <button type="button" data-runs-now="" onClick={() => clicked.push('Reject')}>
          Reject
        </button>
      </>,
    );
    for (const option of commandOptions('', () => false, container)) option.run?.();
    expect(clicked).toEqual(['Move']);
    expect(document.activeElement).toBe(getByText('Reject'));
    vi.restoreAllMocks();
  });
});

describe('the navigation', () => {
  it('has five groups, and lists each screen once', () => {
    const groups = groupedPlaces();
    expect(groups.map(({ name }) => name)).toEqual(['Desk', 'Requests', 'Courses', 'Money', 'System']);
    const paths = groups.flatMap(({ places }) => places.map(({ path }) => path));
    expect(new Set(paths).size).toBe(paths.length);
    for (const path of paths) expect(findScreen(path)?.id).toBe('');
  });

  it('finds the screen of an address with its id', () => {
    expect(findScreen('/orders/0189-aa')).toMatchObject({ id: '0189-aa', row: { title: 'Order' } });
    expect(findScreen('/orders/0189-aa/more')).toBeUndefined();
  });
});
