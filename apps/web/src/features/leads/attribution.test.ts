import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentAttribution, recordTouch } from './attribution.ts';

function arrive(address: string, referrer = ''): void {
  history.replaceState(null, '', address);
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
  recordTouch();
}

const { origin } = location;

beforeEach(() => vi.setSystemTime('2026-11-21T10:00:00Z'));
afterEach(() => {
  vi.useRealTimers();
  history.replaceState(null, '', '/');
});

describe('the attribution of a visitor', () => {
  it('is stored with campaign, referrer, landing page and time', () => {
    arrive('/safe/leading-safe?utm_source=google&utm_id=42&gclid=abc&other=x', 'https://www.google.com/');
    const touch = {
      utm_source: 'google',
      utm_id: '42',
      gclid: 'abc',
      referrer: 'https://www.google.com/',
      landing_page: `${origin}/safe/leading-safe?utm_source=google&utm_id=42&gclid=abc&other=x`,
      at: '2026-11-21T10:00:00.000Z',
    };
    history.replaceState(null, '', '/contact-us');
    expect(currentAttribution()).toEqual({
      page_url: `${origin}/contact-us`,
      first_touch: touch,
      last_touch: touch,
    });
  });

  it('keeps the first touch, and the last touch from a campaign or another site', () => {
    arrive('/?utm_source=first');
    arrive('/blogs?utm_source=second');
    expect(currentAttribution()).toMatchObject({
      first_touch: { utm_source: 'first' },
      last_touch: { utm_source: 'second' },
    });
    arrive('/blogs', 'https://elsewhere.example/page');
    expect(currentAttribution().last_touch).toMatchObject({ referrer: 'https://elsewhere.example/page' });
    expect(currentAttribution().last_touch).not.toHaveProperty('utm_source');
  });

  it('does not change at a reload or on another page of this site', () => {
    arrive('/?utm_source=first');
    arrive('/contact-us');
    arrive('/contact-us', `${origin}/`);
    expect(currentAttribution().last_touch).toMatchObject({ utm_source: 'first' });
  });

  it('does not count a site whose address begins with ours as this site', () => {
    arrive('/');
    arrive('/blogs', `${origin}.elsewhere.example/`);
    expect(currentAttribution().last_touch).toMatchObject({ referrer: `${origin}.elsewhere.example/` });
  });

  it('truncates long addresses', () => {
    arrive(`/?gclid=${'g'.repeat(9_000)}&utm_source=first`, `https://elsewhere.example/${'r'.repeat(9_000)}`);
    expect(JSON.stringify(currentAttribution()).length).toBeLessThan(16_000);
    expect(currentAttribution().first_touch).toMatchObject({ utm_source: 'first' });
  });

  it('works without storage', () => {
    const closed = () => {
      throw new DOMException('Storage is closed', 'SecurityError');
    };
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(closed);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(closed);
    arrive('/?utm_source=first');
    expect(currentAttribution()).toEqual({ page_url: `${origin}/?utm_source=first` });
  });

  it('ignores invalid stored content', () => {
    localStorage.setItem('first-touch', '{');
    arrive('/?utm_source=first');
    expect(currentAttribution().first_touch).toMatchObject({ utm_source: 'first' });
  });
});
