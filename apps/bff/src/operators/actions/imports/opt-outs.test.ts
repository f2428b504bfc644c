import { randomUUID } from 'node:crypto';
import { marketingText } from '@meridian/contracts/leads/notice';
import { beforeEach, describe, expect, it } from 'vitest';
import { useLeadStack } from '../../../../testing/leads/lead-stack.ts';
import { samples } from '../../../../testing/leads/samples.ts';
import { actionsOn } from '../../../../testing/operators/actions-on.ts';
import { optOut } from '../../../mail/consents/opt-out.ts';
import { transact } from '../../../platform/database/transact.ts';

const stack = await useLeadStack();
const { database, http, leads } = stack;
const enqueued: string[] = [];
const jobs = {
  enqueue: async (_queue: string, ids: readonly string[]) => void enqueued.push(...ids),
  revive: async () => [],
  cancel: async () => undefined,
};
const actions = actionsOn(database, { jobs: jobs as never });
const actor = { id: null, email: 'asha@academy.example', role: 'desk', isSteppedUp: true } as const;
const callOf = () => ({ actor, key: randomUUID(), requestId: 'request-1' });

beforeEach(async () => {
  for (const table of ['opt_outs', 'unsubscribe_links', 'mails', 'import_rows'] as const)
    await database.deleteFrom(table).execute();
  await stack.reset();
  enqueued.length = 0;
});

const preview = (csv: string) => actions.preview('opt-outs.import', { csv }, actor);
async function importFile(csv: string) {
  const { confirm } = (await preview(csv)) as { confirm: string };
  return (await actions.execute('opt-outs.import', { csv, confirm }, callOf())).import;
}
const undo = async (id: string | null) =>
  (await actions.execute('opt-outs.undo-import', { id: id ?? '' }, callOf())).import;
const addresses = async () =>
  (await database.selectFrom('opt_outs').select('email').orderBy('email').execute()).map(
    ({ email }) => email,
  );
const email = String(samples.contact_us.email).toLowerCase();
const send = (more: object = {}) =>
  http
    .post('/api/contact_us')
    .send({ ...samples.contact_us, ...more })
    .expect(200);

describe('an import of opt-outs', () => {
  it('stores each address once, and changes nothing when the file is imported again', async () => {
    const csv = '\uFEFFEmail\r\nA@Example.com\r\n"b@example.com"\r\na@example.com\r\n';
    expect(await importFile(csv)).toEqual({ id: expect.any(String), created: 2, changed: 0, unchanged: 1 });
    expect(await addresses()).toEqual(['a@example.com', 'b@example.com']);
    expect(await importFile(csv)).toEqual({ id: null, created: 0, changed: 0, unchanged: 3 });
  });

  it('of people who are not leads creates no lead, and sends nothing to the CRM', async () => {
    await importFile('email\na@example.com\nb@example.com');
    expect(enqueued).toEqual([]);
    await stack.work();
    expect(await stack.ledger()).toEqual([]);
    expect(await stack.crmLeads()).toEqual([]);
    expect(await database.selectFrom('mails').select('id').execute()).toEqual([]);
  });

  it('updates existing records in the CRM, and adds none', async () => {
    await send();
    await stack.work();
    await importFile(`email\n${email}\nnew@example.com`);
    expect(enqueued).toHaveLength(1);
    await leads.pushOptOuts(enqueued);
    expect(await stack.crmLeads()).toMatchObject([{ Email: expect.any(String), Email_Opt_Out: true }]);
    expect(await stack.ledger()).toHaveLength(1);
  });

  it('withdraws the consent to emails, which the undo restores', async () => {
    await send({ marketing: { version: marketingText.version, channels: ['email', 'phone'] } });
    const consents = () =>
      database.selectFrom('consents').select(['channel', 'withdrawn_at']).orderBy('channel').execute();
    await database.updateTable('leads').set({ crm_state: 'none' }).execute();
    const { id } = await importFile(`email\n${email}`);
    expect(await consents()).toMatchObject([{ withdrawn_at: expect.any(Date) }, { withdrawn_at: null }]);
    await undo(id);
    expect(await consents()).toMatchObject([{ withdrawn_at: null }, { withdrawn_at: null }]);
    expect(await addresses()).toEqual([]);
  });

  it('reports errors with their line, and stores nothing', async () => {
    const { faults } = (await preview('email\na@example.com\nnobody\n=cmd|x\n"a@b@c"')) as {
      faults: object[];
    };
    const message = 'Email address is invalid.';
    expect(faults).toEqual([3, 4, 5].map((line) => ({ line, column: 'email', message })));
    await expect(importFile('email\na@example.com\nnobody')).rejects.toMatchObject({
      errors: { csv: ['Line 3, email: Email address is invalid'] },
    });
    expect(await addresses()).toEqual([]);
  });

  it('imports 100,000 addresses and undoes the import', async () => {
    const csv = `email\n${Array.from({ length: 100_000 }, (_, at) => `person${at}@example.com`).join('\n')}`;
    const { id, created } = await importFile(csv);
    expect(created).toBe(100_000);
    expect(await undo(id)).toMatchObject({ undone: 100_000, left: [] });
    expect(await addresses()).toEqual([]);
  }, 60_000);
});

describe('the undo of an import of opt-outs', () => {
  it('keeps the opt-outs of people who have since opted out themselves, and sends them to the CRM', async () => {
    const { id } = await importFile('email\nown@example.com\nother@example.com');
    await transact(database, (transaction) => optOut(transaction, jobs, 'Own@example.com'));
    expect(enqueued).toHaveLength(1);
    expect(await undo(id)).toEqual({
      id,
      undone: 1,
      left: [{ reason: 'have since opted out themselves', count: 1, subjects: ['o…@example.com'] }],
    });
    expect(await addresses()).toEqual(['own@example.com']);
  });

  it('keeps opt-outs from before the import', async () => {
    await transact(database, (transaction) => optOut(transaction, jobs, 'old@example.com'));
    const { id } = await importFile('email\nold@example.com\nnew@example.com');
    expect(await undo(id)).toMatchObject({ undone: 1, left: [] });
    expect(await addresses()).toEqual(['old@example.com']);
  });

  it('keeps opt-outs that the CRM already has', async () => {
    await send();
    await stack.work();
    const { id } = await importFile(`email\n${email}`);
    expect(await undo(id)).toMatchObject({
      undone: 0,
      left: [{ reason: 'are in the CRM, which already has the opt-out', count: 1 }],
    });
  });
});
