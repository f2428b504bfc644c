import type { ThemeColours } from '@meridian/contracts/site/theme';

/** The sender, for the footer; the same for every email of an installation. */
export interface MailSender {
  brand: string;
  /** Origin of the site. */
  siteUrl: string;
  legalName?: string | undefined;
  address?: string | undefined;
  /** Of the brand; undefined: those of the build. */
  colours?: ThemeColours | undefined;
  /** Where recipients ask. */
  contact?: { email: string; phone: string } | undefined;
  grievanceOfficer?: { name: string; email: string; phone?: string | undefined } | undefined;
}
