import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crmStates, forwardStates, type LeadEvent, type LeadState, nextState } from './lead-state.ts';

const state = (text: string): LeadState => {
  const [forward, crm] = text.split('/') as [LeadState['forward'], LeadState['crm']];
  return { forward, crm };
};

test.each<[string, LeadEvent, string | null]>([
  ['received/waiting', 'upstream_saved', 'saved/pending'],
  ['received/waiting', 'upstream_refused', 'refused/none'],
  ['received/waiting', 'upstream_refused_late', 'refused_late/pending'],
  ['saved/pending', 'upstream_saved', null],
  ['saved/delivered', 'upstream_refused_late', null],
  ['quarantined/waiting', 'upstream_saved', null],
  ['quarantined/waiting', 'released', 'received/waiting'],
  ['received/waiting', 'released', null],
  ['saved/pending', 'crm_delivered', 'saved/delivered'],
  ['refused_late/pending', 'crm_delivered', 'refused_late/delivered'],
  ['not_needed/pending', 'crm_delivered', 'not_needed/delivered'],
  ['received/waiting', 'crm_delivered', null],
  ['saved/delivered', 'crm_gave_up', null],
  ['saved/pending', 'crm_gave_up', 'saved/dead'],
  ['saved/dead', 'resent', 'saved/pending'],
  ['saved/delivered', 'resent', null],
  ['refused/none', 'resent', null],
  ['received/waiting', 'withdrawn', 'withdrawn/withdrawn'],
  ['quarantined/waiting', 'withdrawn', 'withdrawn/withdrawn'],
  ['saved/pending', 'withdrawn', 'saved/withdrawn'],
  ['saved/dead', 'withdrawn', 'saved/withdrawn'],
  ['saved/delivered', 'withdrawn', null],
])('%s on %s becomes %s', (from, event, to) => {
  expect(nextState(state(from), event)).toEqual(to === null ? null : state(to));
});

const events: LeadEvent[] = [
  'upstream_saved',
  'upstream_refused',
  'upstream_refused_late',
  'crm_delivered',
  'crm_gave_up',
  'released',
  'resent',
  'withdrawn',
];

test('whatever happens: delivered once at most, never undelivered, and never to the CRM before the upstream', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('received', 'quarantined'),
      fc.array(fc.constantFrom(...events), { maxLength: 20 }),
      (forward, happened) => {
        let current: LeadState = { forward, crm: 'waiting' };
        let deliveries = 0;
        for (const event of happened) {
          const next = nextState(current, event);
          if (!next) continue;
          expect(forwardStates).toContain(next.forward);
          expect(crmStates).toContain(next.crm);
          if (next.crm === 'pending') expect(['saved', 'refused_late']).toContain(next.forward);
          if (event === 'crm_delivered') deliveries += 1;
          if (current.crm === 'delivered') expect(next.crm).toBe('delivered');
          current = next;
        }
        expect(deliveries).toBeLessThanOrEqual(1);
      },
    ),
  );
});
