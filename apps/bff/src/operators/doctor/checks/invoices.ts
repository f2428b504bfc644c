import { sql } from 'kysely';
import type { DoctorContext } from '../check.ts';
import { countOf, type Finding, fault, ok } from '../finding.ts';

interface Series {
  series: string;
  year: string;
  documents: number;
  highest: number;
  counter: number | null;
  /** The number of the first document. */
  first: number;
  /** Documents that are dated before a document with a lower number. */
  backwards: number;
}

function faultsOf({ series, year, documents, highest, counter, first, backwards }: Series): string[] {
  const name = `${series}/${year}`;
  return [
    documents !== highest - first + 1 &&
      `${name} has ${countOf(documents, 'document')} from number ${first} to ${highest}`,
    counter !== highest &&
      `${name} ends at ${highest}, but its counter ${counter === null ? 'is missing' : `is at ${counter}`}`,
    backwards > 0 &&
      `${name} has ${countOf(backwards, 'document')} dated before a document with a lower number`,
  ].filter((text) => text !== false);
}

/**
 * Checks that document numbers are consecutive in each series and financial year up to the counter, and that
 * no document is older than the document with the number before it.
 */
export async function checkInvoices({ database }: DoctorContext): Promise<Finding> {
  const { rows } = await sql<Series>`
    with ordered as (
      select series, financial_year, serial,
        issued_at < lag(issued_at) over (partition by series, financial_year order by serial) as is_backwards
      from invoices
    ), issued as (
      select series, financial_year, count(*)::integer as documents, max(serial) as highest,
        (count(*) filter (where is_backwards))::integer as backwards
      from ordered group by series, financial_year
    )
    select series, financial_year as year, coalesce(documents, 0) as documents, coalesce(highest, first_number - 1) as highest,
      coalesce(first_number, 1) as first,
      last_number as counter, coalesce(backwards, 0) as backwards
    from issued full join invoice_counters using (series, financial_year)
    order by series, financial_year`.execute(database());
  const faults = rows.flatMap(faultsOf);
  if (faults.length > 0)
    return fault(
      `The document numbers are inconsistent: ${faults.join('; ')}`,
      'Stop issuing documents and leave the database unchanged. Check whether a backup was restored in part, and inform the accountant.',
    );
  const documents = rows.reduce((sum, row) => sum + row.documents, 0);
  return ok(
    documents === 0
      ? 'No document has been issued yet'
      : `${countOf(documents, 'document')}, numbered without a gap`,
  );
}
