/** What mails say that were asked for on the site: links that prove the address, copies, the end of an erasure. */

/** Asked for on the page for lost links: every order of the address that is not over. */
export interface ReceiptLinks {
  orders: readonly { orderNumber: string; courseName: string; startDate: string; receiptUrl: string }[];
}

export interface ManageLink {
  firstName: string;
  orderNumber: string;
  courseName: string;
  manageUrl: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** To who enquired: none of what they typed. */
export interface EnquiryCopy {
  /** Title of the form. */
  formTitle: string;
  courseName: string | null;
  /** ISO 8601. */
  receivedAt: string;
}

/** To an address of which something is held: nobody else learns so. */
export interface DataLink {
  request: 'access' | 'erasure';
  url: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** The last mail to who asked for it. */
export interface DataErased {
  enquiries: number;
  bookings: number;
  /** Tax documents that stay. */
  documents: number;
}
