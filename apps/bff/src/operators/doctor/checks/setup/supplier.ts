import { stateOfGstin } from '@meridian/contracts/enrolment/gstin';
import type { DoctorContext } from '../../check.ts';
import { type Finding, ok, warning } from '../../finding.ts';

/** Checks that the supplier and the signatory are set. */
export async function checkSupplier({ settings }: DoctorContext): Promise<Finding> {
  const { supplier } = settings();
  if (!supplier)
    return warning(
      'No supplier is set: no invoices are issued',
      'Set SUPPLIER_LEGAL_NAME, SUPPLIER_ADDRESS and SUPPLIER_GSTIN as in the GST registration certificate.',
    );
  if (supplier.signatory === null)
    return warning(
      'SUPPLIER_SIGNATORY is not set: credit notes and vouchers lack the name of the signatory',
      'Set the name of the authorised signatory of the GST registration.',
    );
  return ok(`The supplier is ${supplier.legalName}, registered in state ${stateOfGstin(supplier.gstin)}`);
}
