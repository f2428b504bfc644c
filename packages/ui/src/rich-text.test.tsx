import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { RichText } from './rich-text.tsx';

describe('text that came as HTML', () => {
  it('makes elements that are wider than the text focusable, and no others', () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
    vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(function (this: HTMLElement) {
      return this.tagName === 'TABLE' ? 700 : 300;
    });
    render(
      <RichText html="<p>Words</p><table><tbody><tr><td>Wide</td></tr></tbody></table><pre>narrow</pre>" />,
    );
    expect(screen.getByRole('table')).toHaveAttribute('tabindex', '0');
    expect(screen.getByText('narrow')).not.toHaveAttribute('tabindex');
  });
});
