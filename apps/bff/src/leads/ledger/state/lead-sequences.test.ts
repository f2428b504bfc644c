/**
 * Exhaustive model check: every sequence of up to seven events from each arrival. The model includes the
 * real state of upstream and CRM, and the attempts in flight.
 */
import { expect, test } from 'vitest';
import { arrivals, type LeadFacts } from './lead-facts.ts';
import type { LeadEvent } from './lead-rules.ts';
import { isAccountedFor, mayDeliver, mayForward, transition } from './lead-state.ts';

const maxEvents = 7;

interface World {
  facts: LeadFacts;
  /** A forward attempt is in flight, has crashed, or its answer is late. */
  forwarding: boolean;
  delivering: boolean;
  upstreamHas: boolean;
  /** Records of this lead in the CRM. */
  crmRecords: number;
  /** Last answer to the waiting visitor. */
  outcome: 'nothing' | 'success' | 'refusal';
}

interface Step {
  name: string;
  /** The state after the step; null if the step cannot happen. */
  from(world: World): World | null;
}

/** @param triesLeft whether the back-off allows another attempt */
function happen(world: World, event: LeadEvent, triesLeft = true): World {
  return { ...world, facts: transition(world.facts, event, triesLeft) ?? world.facts };
}

/** The visitor gets the stored answer, else the attempt's result. */
function answered(world: World, otherwise: World['outcome']): World {
  const { thanked, forward } = world.facts;
  const outcome = forward === 'refused' || forward === 'refused_late' ? 'refusal' : otherwise;
  return { ...world, outcome: thanked ? 'success' : outcome };
}

const always = (name: string, event: LeadEvent): Step => ({ name, from: (world) => happen(world, event) });

/** An attempt ends; other attempts may still be in flight. */
const forwardEnds = (name: string, end: (world: World) => World): Step => ({
  name,
  from: (world) => (world.forwarding ? end(world) : null),
});
const deliveryEnds = (name: string, end: (world: World) => World): Step => ({
  name,
  from: (world) => (world.delivering ? end(world) : null),
});

/** The CRM stores a lead once, because it compares our id. */
const taken = (world: World): World => ({ ...world, crmRecords: Math.max(1, world.crmRecords) });

const steps: readonly Step[] = [
  {
    name: 'an attempt to forward begins',
    from: (world) =>
      mayForward(world.facts) && world.facts.forwardDue ? { ...world, forwarding: true } : null,
  },
  forwardEnds('the upstream saves it', (world) =>
    answered({ ...happen(world, 'upstream_saved'), forwarding: false, upstreamHas: true }, 'success'),
  ),
  forwardEnds('the upstream saves it, and another attempt is in flight', (world) =>
    answered({ ...happen(world, 'upstream_saved'), upstreamHas: true }, 'success'),
  ),
  forwardEnds('the upstream refuses it', (world) =>
    answered({ ...happen(world, 'upstream_refused'), forwarding: false }, 'refusal'),
  ),
  forwardEnds('the upstream refuses it for the last time', (world) =>
    answered({ ...happen(world, 'upstream_refused', false), forwarding: false }, 'refusal'),
  ),
  forwardEnds('the upstream does not answer', (world) =>
    answered({ ...happen(world, 'forward_failed'), forwarding: false }, 'success'),
  ),
  forwardEnds('the upstream saves it, and the answer is lost', (world) =>
    answered({ ...happen(world, 'forward_failed'), forwarding: false, upstreamHas: true }, 'success'),
  ),
  forwardEnds('the process is killed during a forward', (world) => ({ ...world, forwarding: false })),
  forwardEnds('the process is killed after the upstream saved it', (world) => ({
    ...world,
    forwarding: false,
    upstreamHas: true,
  })),
  {
    name: 'the visitor resubmits the form and has waited long',
    from: (world) =>
      world.facts.forward === 'received' ? answered(happen(world, 'thanked'), 'nothing') : null,
  },
  {
    name: 'an attempt to deliver begins',
    from: (world) => (mayDeliver(world.facts) && world.facts.crmDue ? { ...world, delivering: true } : null),
  },
  deliveryEnds('the CRM stores it', (world) => ({
    ...happen(taken(world), 'crm_delivered'),
    delivering: false,
  })),
  deliveryEnds('the CRM stores it, and another call is in flight', (world) =>
    happen(taken(world), 'crm_delivered'),
  ),
  deliveryEnds('the CRM refuses it', (world) =>
    // An existing record is a duplicate.
    world.crmRecords > 0 ? world : { ...happen(world, 'crm_gave_up'), delivering: false },
  ),
  deliveryEnds('the CRM does not answer', (world) => ({ ...happen(world, 'crm_failed'), delivering: false })),
  deliveryEnds('the CRM stores it, and the answer is lost', (world) => ({
    ...happen(taken(world), 'crm_failed'),
    delivering: false,
  })),
  deliveryEnds('the CRM has not answered for a day', (world) => ({
    ...happen(world, 'crm_gave_up'),
    delivering: false,
  })),
  deliveryEnds('the CRM pauses all calls', (world) => ({
    ...happen(world, 'crm_paused'),
    delivering: false,
  })),
  deliveryEnds('the process is killed during a delivery', (world) => ({ ...world, delivering: false })),
  deliveryEnds('the process is killed after the CRM stored it', (world) => ({
    ...taken(world),
    delivering: false,
  })),
  always('the operator releases it', 'released'),
  always('the operator rejects it', 'rejected'),
  always('the operator resends it to the CRM', 'resent'),
  always('the operator retries the upstream', 'retry_requested'),
  always('the operator edits it', 'edited'),
  always('the person withdraws it', 'withdrawn'),
  always('the retention period ends', 'erased'),
  always('the sweeper enqueues overdue forwards', 'forward_overdue'),
  always('the sweeper enqueues overdue deliveries', 'delivery_overdue'),
];

function arrived(arrival: Pick<LeadFacts, 'forward' | 'crm'>, forwarding: boolean): World {
  const record = arrival.crm === 'pending';
  const thanked = !forwarding;
  return {
    facts: { ...arrival, thanked, erased: false, forwardDue: forwarding, crmDue: record },
    forwarding,
    delivering: false,
    upstreamHas: record,
    crmRecords: 0,
    outcome: thanked ? 'success' : 'nothing',
  };
}

/** Violated invariant of a step, or undefined. */
function faultOf(before: World, after: World): string | undefined {
  const { facts } = after;
  // If a lead is withdrawn during its request, its visitor still gets the success answer.
  if (after.outcome === 'success' && !facts.thanked && !facts.erased)
    return 'confirmed, but not recorded as confirmed';
  if (facts.thanked && !isAccountedFor(facts)) return 'lost';
  if (facts.crm === 'delivered' && after.crmRecords === 0) return 'recorded as delivered, but not in the CRM';
  if (after.crmRecords > 1) return 'delivered twice';
  if (facts.forward === 'saved' && !after.upstreamHas) return 'recorded as saved, but not at the upstream';
  if (before.facts.crm === 'delivered' && facts.crm !== 'delivered') return 'undelivered';
  if (before.facts.forward === 'saved' && facts.forward !== 'saved') return 'unsaved';
  if (before.facts.erased && !facts.erased) return 'recalled';
  if (facts.erased && (facts.forwardDue || facts.crmDue)) return 'erased, but an attempt is scheduled';
  if (facts.erased && facts.crm === 'pending') return 'erased, but pending for the CRM';
  if (!facts.erased && facts.crm === 'withdrawn') return 'withdrawn, but not erased';
  if (facts.crm === 'pending' && !facts.crmDue) return 'pending without a scheduled delivery';
  if (facts.crmDue && facts.crm !== 'pending') return 'a delivery is scheduled that is not allowed';
  if (facts.forwardDue && !mayForward(facts)) return 'a forward is scheduled that is not allowed';
  const isHeld = before.facts.forward === 'quarantined' || before.facts.forward === 'rejected';
  if (isHeld && facts.forward === 'saved') return 'saved without a release';
  if (facts.forward === 'rejected' && facts.crm !== 'none') return 'rejected, but pending for the CRM';
  if (facts.crm === 'pending' && facts.forward === 'received')
    return 'pending for the CRM before the upstream';
  if (before.outcome === 'success' && facts.forward === 'refused' && before.facts.forward === 'received')
    return 'refused after it was confirmed';
  return undefined;
}

/** Liveness: without an operator, the sweeper and healthy systems bring a confirmed lead to the CRM. */
function endsWell(world: World): boolean {
  const { facts } = world;
  if (!facts.thanked || facts.crm === 'delivered' || facts.crm === 'dead') return true;
  if (facts.crm === 'withdrawn' || facts.forward === 'quarantined' || facts.forward === 'rejected')
    return true;
  let current = happen(
    happen({ ...world, forwarding: false, delivering: false }, 'forward_overdue'),
    'delivery_overdue',
  );
  if (mayForward(current.facts)) current = { ...happen(current, 'upstream_saved'), upstreamHas: true };
  if (mayDeliver(current.facts)) current = happen(taken(current), 'crm_delivered');
  return current.facts.crm === 'delivered';
}

const keyOf = ({ facts, ...world }: World) => JSON.stringify([Object.values(facts), Object.values(world)]);

test(`every sequence of up to ${maxEvents} events: no lead is lost, delivered twice or in a wrong state`, () => {
  const worlds = [
    arrived(arrivals.form, true),
    arrived(arrivals.suspect, false),
    arrived(arrivals.record, false),
  ];
  // Number of sequences that lead to each state; equal states are expanded once.
  let level = new Map(worlds.map((world) => [keyOf(world), { world, sequences: 1n }]));
  const seen = new Set(level.keys());
  const states = new Set(worlds.map(({ facts }) => JSON.stringify(facts)));
  let sequences = 0n;
  for (let length = 1; length <= maxEvents; length += 1) {
    const next: typeof level = new Map();
    for (const { world, sequences: paths } of level.values())
      for (const step of steps) {
        const after = step.from(world);
        if (!after) continue;
        const fault = faultOf(world, after) ?? (endsWell(after) ? undefined : 'stuck');
        if (fault) expect.fail(`${fault}: ${step.name}, from ${keyOf(world)} to ${keyOf(after)}`);
        sequences += paths;
        const key = keyOf(after);
        const known = next.get(key);
        if (known) known.sequences += paths;
        else next.set(key, { world: after, sequences: paths });
        seen.add(key);
        states.add(JSON.stringify(after.facts));
      }
    level = next;
  }
  console.log(
    `leads: ${sequences} sequences of up to ${maxEvents} events, ${seen.size} worlds, ${states.size} states of a lead`,
  );
  expect(seen.size).toBeGreaterThan(100);
});
