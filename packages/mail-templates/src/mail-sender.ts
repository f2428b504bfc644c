import type { ThemeColours } from '@meridian/contracts/site/theme';

/** Sender for the footer; the same in all emails of an installation. */
export interface MailSender {
  brand: string;
  /** Origin of the site. */
  siteUrl: string;
  legalName?: string | undefined;
  address?: string | undefined;
  /** Colours of the brand; undefined for the colours of the build. */
  colours?: ThemeColours | undefined;
  /** Contact for questions. */
  contact?: { email: string; phone: string } | undefined;
  grievanceOfficer?: { name: string; email: string; phone?: string | undefined } | undefined;
}
