/** A mail of each kind with data as it comes, for previews and tests. */
import { brand } from '@meridian/contracts/brand';
import type { MailBatch, MailData, MailKind, MailSender } from './mail-data.ts';

const site = 'https://www.example.com';
const receiptUrl = `${site}/receipt/0123456789abcdef0123456789abcdef01234567`;
const orderNumber = 'ord_01jd8x2k9m';

export const sampleSender: MailSender = {
  brand,
  siteUrl: site,
  legalName: 'Meridian Agile Academy Private Limited',
  address: '12 MG Road, Bengaluru 560001',
  grievanceOfficer: { name: 'Kavita Rao', email: 'grievance@example.com', phone: '+91 80 4000 0000' },
};

export const sampleBatch: MailBatch = {
  course_name: 'Leading SAFe Certification Training',
  start_date: '2026-12-12',
  end_date: '2026-12-13',
  start_time: '09:00',
  end_time: '17:30',
  day_type: 'weekend',
  online_class_room: 'Live online',
  instructor_name: 'Rajesh Kumar',
};

const evenings: MailBatch = {
  ...sampleBatch,
  start_date: '2026-12-14',
  end_date: '2026-12-16',
  start_time: '19:00',
  end_time: '22:00',
  day_type: 'weekday',
  mode: 'classroom',
  online_class_room: 'Classroom 2, MG Road',
  city: 'Bengaluru',
  sessions: ['2026-12-14', '2026-12-15', '2026-12-16'].map((date) => ({
    date,
    start_time: '19:00',
    end_time: '22:00',
  })),
};

const joining = [
  'Zoom: https://zoom.example.com/j/94012345678?pwd=a1b2c3',
  'Meeting id 940 1234 5678, passcode 4711',
  '',
  'Please come ten minutes early, with a camera and a microphone.',
].join('\n');

const payer = { firstName: 'Asha', orderNumber, receiptUrl };

/** Several of one kind where they differ. */
export const mailSamples: { [Kind in MailKind]: Record<string, MailData[Kind]> } = {
  booking_confirmed: {
    'with an attached invoice': {
      ...payer,
      batch: sampleBatch,
      seats: 2,
      totalPaise: 4_483_764,
      joining,
      document: { state: 'attached', number: 'MA/2627/000123' },
      attendees: [
        { name: 'Ravi Menon', email: 'ravi@example.com' },
        { name: 'Zoë Łukasiewicz', email: 'zoe@example.com' },
      ],
    },
    'before much is known': {
      ...payer,
      batch: evenings,
      seats: 3,
      totalPaise: 12_345_678,
      joining: null,
      document: { state: 'later' },
      attendees: [],
    },
  },
  attendee_confirmed: {
    'a seat': { name: 'Ravi Menon', bookedBy: 'Asha Nair', batch: evenings, joining },
  },
  booking_pending: { 'a payment': { ...payer, batch: sampleBatch, seats: 1, totalPaise: 2_241_882 } },
  seats_unavailable: {
    'a full batch': {
      ...payer,
      batch: sampleBatch,
      seats: 2,
      refundPaise: 4_483_764,
      scheduleUrl: `${site}/schedule`,
    },
  },
  booking_cancelled: {
    'all seats': {
      name: 'Asha',
      batch: sampleBatch,
      order: { number: orderNumber, receiptUrl, seatsCancelled: 2, seatsLeft: 0, refundPaise: 4_483_764 },
    },
    'one of three': {
      name: 'Asha',
      batch: sampleBatch,
      order: { number: orderNumber, receiptUrl, seatsCancelled: 1, seatsLeft: 2, refundPaise: 0 },
    },
    'for an attendee': { name: 'Ravi Menon', batch: sampleBatch, order: null },
  },
  booking_moved: {
    'to another batch': {
      name: 'Asha',
      from: sampleBatch,
      to: evenings,
      joining: null,
      order: { number: orderNumber, receiptUrl },
    },
    'for an attendee': { name: 'Ravi Menon', from: sampleBatch, to: evenings, joining, order: null },
    'to another room': {
      name: 'Asha',
      from: evenings,
      joining,
      order: { number: orderNumber, receiptUrl },
      to: { ...evenings, online_class_room: 'Classroom 5, Residency Road' },
    },
  },
  batch_called_off: {
    'for the payer': { name: 'Asha', batch: sampleBatch, order: { number: orderNumber, receiptUrl } },
    'for an attendee': { name: 'Ravi Menon', batch: evenings, order: null },
  },
  credit_note: {
    'behind a link': {
      ...payer,
      courseName: sampleBatch.course_name,
      amountPaise: 2_241_882,
      document: { state: 'linked', number: 'MA/C2627/000007', url: `${receiptUrl}/credit-note.pdf` },
      invoiceNumber: 'MA/2627/000123',
    },
  },
  documents_issued: {
    'for the accounts': {
      documents: [
        {
          kind: 'invoice',
          reference: null,
          totalPaise: 4_483_764,
          document: { state: 'attached', number: 'MA/2627/000123' },
        },
      ],
      courseName: sampleBatch.course_name,
      order: null,
      company: { legalName: 'Deccan Mills Private Limited', poNumber: 'PO-4711' },
    },
    'a corrected invoice': {
      documents: [
        {
          kind: 'credit_note',
          reference: 'MA/2627/000123',
          totalPaise: 4_483_764,
          document: { state: 'attached', number: 'MAC/2627/000007' },
        },
        {
          kind: 'invoice',
          reference: null,
          totalPaise: 4_483_764,
          document: { state: 'linked', number: 'MA/2627/000131', url: `${receiptUrl}/invoice.pdf` },
        },
      ],
      courseName: sampleBatch.course_name,
      company: null,
      order: { firstName: 'Asha', number: orderNumber, receiptUrl },
    },
  },
  reminder: {
    'a week before': { name: 'Asha', batch: sampleBatch, before: '7_days', joining: null, receiptUrl },
    'a day before': { name: 'Asha', batch: sampleBatch, before: '1_day', joining, receiptUrl },
    'two hours before, for an attendee': {
      name: 'Ravi Menon',
      batch: evenings,
      before: '2_hours',
      joining,
      receiptUrl: null,
    },
  },
  waitlist_offer: {
    'two seats': {
      name: 'Asha Nair',
      batch: sampleBatch,
      seats: 2,
      endsAt: '2026-12-02T12:30:00Z',
      offerUrl: `${site}/waitlist/0123456789abcdef0123456789abcdef01234567`,
    },
  },
  checkout_unfinished: {
    'at the same price': {
      firstName: 'Asha',
      batch: sampleBatch,
      seats: 2,
      totalPaise: 4_483_764,
      priceStands: true,
      resumeUrl: `${site}/checkout?resume=abc`,
      unsubscribeUrl: `${site}/unsubscribe/abc`,
    },
  },
  receipt_links: {
    'two orders': {
      orders: [
        {
          orderNumber,
          courseName: sampleBatch.course_name,
          startDate: '2026-12-12',
          receiptUrl,
        },
        {
          orderNumber: 'ord_01jc3p8q2z',
          courseName: 'Professional Scrum Master',
          startDate: '2027-01-09',
          receiptUrl,
        },
      ],
    },
  },
  manage_link: {
    'a fresh link': {
      firstName: 'Asha',
      orderNumber,
      courseName: sampleBatch.course_name,
      manageUrl: `${site}/manage/0123456789abcdef0123456789abcdef01234567`,
      expiresAt: '2026-11-22T10:45:00Z',
    },
  },
  enquiry_copy: {
    'of a course': {
      formTitle: 'Talk to an advisor',
      courseName: sampleBatch.course_name,
      receivedAt: '2026-11-22T10:30:00Z',
    },
  },
  operator_alert: {
    'a case': {
      alert: 'case_opened',
      caseTitle: 'A refund failed: the money is still here',
      orderNumber,
      openedAt: '2026-11-22T10:30:00Z',
      consoleUrl: 'http://localhost:3001/cases',
    },
    'a case of a batch': {
      alert: 'case_opened',
      caseTitle: 'A sold batch is not in the upstream’s schedule any more',
      orderNumber: '',
      batch: sampleBatch,
      openedAt: '2026-11-22T10:30:00Z',
      consoleUrl: 'http://localhost:3001/batches/7001',
    },
    'dead letters': {
      alert: 'dead_letters',
      leads: 3,
      mails: 1,
      jobs: 0,
      since: '2026-11-22T10:30:00Z',
      consoleUrl: 'http://localhost:3001/leads',
    },
    'an erasure asked for': {
      alert: 'data_request',
      reference: '019aa000-0000-7000-8000-000000000001',
      dueAt: '2026-12-22T10:30:00Z',
      consoleUrl: 'http://localhost:3001',
    },
    'a batch sold out': {
      alert: 'batch_sold_out',
      batch: sampleBatch,
      waiting: 4,
      consoleUrl: 'http://localhost:3001/batches',
    },
  },
  data_link: {
    'what is held': {
      request: 'access',
      url: `${site}/receipt/lost#data=0123456789abcdef0123456789abcdef01234567`,
      expiresAt: '2026-11-22T10:45:00Z',
    },
    'to be erased': {
      request: 'erasure',
      url: `${site}/receipt/lost#data=0123456789abcdef0123456789abcdef01234567`,
      expiresAt: '2026-11-22T10:45:00Z',
    },
  },
  data_erased: { 'with an invoice': { enquiries: 2, bookings: 1, documents: 1 } },
  batch_message: {
    'a change of the room': {
      name: 'Ravi Menon',
      batch: evenings,
      subject: 'Please come to the second entrance',
      text: 'The main entrance is closed on both days.\n\nThe way: https://www.example.com/way?from=station',
    },
  },
  joining_changed: { 'a new link': { name: 'Ravi Menon', batch: sampleBatch, joining } },
};
