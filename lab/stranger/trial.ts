/** A stranger attacks calls of the site and the console while a visitor uses the site. */
import type { Stack } from '@meridian/stack/stack';
import pg from 'pg';
import { bodyOf, recordOf } from '../chaos/leads/personas.ts';
import { type Attack, attacksOn } from './attacks.ts';
import { type Caller, callerAt, isAccepted, timeUntil } from './caller.ts';
import { buySeat, prepareTarget, type Target } from './target.ts';

/** Settings of the servers: rate limits as in production, and trust in the proxy's `X-Forwarded-For`. */
export const trialEnvironment = {
  LOG_LEVEL: 'fatal',
  FORM_LIMIT_PER_MINUTE: '30',
  READ_LIMIT_PER_MINUTE: '1200',
  TRUST_PROXY: '127.0.0.1',
  ENQUIRY_COPIES: 'on',
};

/** Max milliseconds for which a visitor may be blocked. */
const blockedMs = 60_000;
/** Max emails of a kind to a person who requested none. */
const mailLimit = 3;

export interface Trial {
  attacks: { entrance: string; made: number; accepted: number; refused: number }[];
  /** Milliseconds that the visitor waited; undefined: more than a minute. */
  needs: { name: string; waitedMs: number | undefined }[];
  /** Number of emails that the bystander got, by kind. */
  mails: { kind: string; count: number }[];
}

const visitor = { email: 'asha@example.com', phone: '9845012345' };
const bystander = 'bystander@example.com';

interface Need {
  name: string;
  attempt: () => Promise<boolean>;
}

function needsOf(stack: Stack, database: pg.Pool, target: Target, caller: Caller): Need[] {
  const { email } = visitor;
  const has = async (statement: string) => {
    const { rows } = await database.query(statement, [email]);
    return rows.length > 0;
  };
  /** The stranger's requests cause at most three of these emails, so the fourth is the answer to the visitor. */
  const mailed = (kind: string) =>
    has(`select from mails where recipient = $1 and kind = '${kind}' and state = 'sent' offset 3`);
  const requested = new Set<string>();
  /** Sends a request until it is accepted once, then checks for its result. */
  const after = (name: string, ask: () => Promise<boolean>, follows: () => Promise<boolean>) => async () => {
    if (!requested.has(name) && (await ask())) requested.add(name);
    return requested.has(name) && follows();
  };
  const lead = bodyOf('contact_us', visitor);
  return [
    {
      name: 'a seat, with the coupon',
      attempt: () => buySeat(stack, caller, target.seatBatch, { email, coupon: target.coupon }),
    },
    {
      name: 'a seat in the course whose small batch is held',
      async attempt() {
        for (const batch of target.smallAndOthers)
          if (await buySeat(stack, caller, batch, { email })) return true;
        return false;
      },
    },
    {
      name: 'a place on the waiting list',
      attempt: after(
        'waitlist',
        async () =>
          isAccepted(
            await caller.site('waitlist', {
              ...target.soldOutBatch,
              number_of_course: 10,
              full_name: 'Asha Rao',
              phone_number: visitor.phone,
              email,
            }),
          ),
        () =>
          has(`select from waitlist_entries join leads on leads.id = waitlist_entries.lead_id
            where leads.email = $1 and waitlist_entries.seats = 10 and waitlist_entries.state = 'waiting'`),
      ),
    },
    {
      name: 'a lead in the CRM',
      attempt: after(
        'lead',
        async () => isAccepted(await caller.site('contact_us', { ...lead, message: 'The visitor’s own' })),
        () =>
          has(`select from leads where email = $1 and "values" ->> 'message' = 'The visitor’s own'
            and crm_state = 'delivered'`),
      ),
    },
    {
      name: 'a record in the CRM',
      attempt: after(
        'record',
        async () => {
          const { data, trigger } = recordOf(visitor) as { data: object[]; trigger: string[] };
          const record = { ...data[0], Description: 'The visitor’s own' };
          return isAccepted(await caller.site('zoho/partner_with_us', { data: [record], trigger }));
        },
        () =>
          has(`select from leads where email = $1 and "values" ->> 'Description' = 'The visitor’s own'
            and crm_state = 'delivered'`),
      ),
    },
    {
      name: 'a link to the receipts',
      attempt: after(
        'receipts',
        async () => isAccepted(await caller.site('receipt-links', { email })),
        () => mailed('receipt_links'),
      ),
    },
    {
      name: 'a link to own data',
      attempt: after(
        'data',
        async () => isAccepted(await caller.site('data-requests', { email, kind: 'access' })),
        () => mailed('data_link'),
      ),
    },
    { name: 'sign-in of an operator', attempt: () => target.operator.signIn(caller) },
  ];
}

async function round(attacks: readonly Attack[], stranger: Caller, counts: Trial['attacks'], times: number) {
  await Promise.all(
    attacks.map(async ({ entrance, send }, index) => {
      const count = counts[index] ?? { entrance, made: 0, accepted: 0, refused: 0 };
      counts[index] = count;
      for (let time = 0; time < times; time += 1) {
        const answer = await send(stranger, count.made);
        count.made += 1;
        if (isAccepted(answer)) count.accepted += 1;
        else count.refused += 1;
      }
    }),
  );
}

/**
 * @param stack started with {@link trialEnvironment} and a console
 * @param attempts number of the stranger's attempts at each call before the visitor comes; more follow until the visitor
 * has finished
 */
export async function runTrial(stack: Stack, attempts: number): Promise<Trial> {
  const database = new pg.Pool({ connectionString: stack.databaseUrl, max: 2 });
  try {
    const target = await prepareTarget(stack);
    // Both people buy in another batch, because the stranger may hold all seats but two of the attacked batch.
    for (const [email, address] of [
      [bystander, '192.0.2.5'],
      [visitor.email, '198.51.100.9'],
    ] as const)
      if (!(await buySeat(stack, callerAt(stack, address), target.uncountedBatch, { email })))
        throw new TypeError(`${email} could not buy a seat before the attack`);
    const { rows: clock } = await database.query<{ now: Date }>('select now()');
    const attacks = attacksOn(target, [bystander, visitor.email]);
    const stranger = callerAt(stack, '203.0.113.7');
    const counts: Trial['attacks'] = [];
    await round(attacks, stranger, counts, attempts);
    let isOver = false;
    const going = (async () => {
      while (!isOver) await round(attacks, stranger, counts, 3);
    })();
    const needs = await Promise.all(
      needsOf(stack, database, target, callerAt(stack, '198.51.100.9')).map(async ({ name, attempt }) => ({
        name,
        waitedMs: await timeUntil(attempt, blockedMs),
      })),
    );
    isOver = true;
    await going;
    const { rows: mails } = await database.query<{ kind: string; count: number }>(
      `select kind, count(*)::integer as count from mails
       where recipient = $1 and state in ('due', 'sent') and created_at > $2 and kind not like 'booking%'
       group by kind order by kind`,
      [bystander, clock[0]?.now],
    );
    return { attacks: counts, needs, mails };
  } finally {
    await database.end();
  }
}

/** @returns violations */
export function faultsOfTrial({ needs, mails, attacks }: Trial): string[] {
  return [
    ...needs.flatMap(({ name, waitedMs }) =>
      waitedMs === undefined ? [`the visitor waited more than a minute for ${name}`] : [],
    ),
    ...mails.flatMap(({ kind, count }) =>
      count > mailLimit ? [`a bystander got ${count} emails of the kind ${kind}`] : [],
    ),
    ...attacks.flatMap(({ entrance, refused }) =>
      refused === 0 ? [`no attack on "${entrance}" was refused`] : [],
    ),
  ];
}
