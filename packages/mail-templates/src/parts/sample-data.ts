/** Sample data for several kinds of emails. */
import type { MailSender } from '../mail-sender.ts';
import type { MailBatch } from './schemas.ts';

export const site = 'https://www.example.com';
export const receiptUrl = `${site}/receipt/0123456789abcdef0123456789abcdef01234567`;
export const bookingNumber = 'K7M3PX';

export const sampleSender: MailSender = {
  brand: 'Kaveri Skills',
  siteUrl: site,
  legalName: 'Kaveri Skills LLP',
  address: '12 MG Road, Bengaluru 560001',
  contact: { email: 'learn@example.com', phone: '+91 80 4000 0001' },
  grievanceOfficer: { name: 'Meera Iyer', email: 'grievance@example.com', phone: '+91 80 4000 0000' },
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

export const evenings: MailBatch = {
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

export const joining = [
  'Zoom: https://zoom.example.com/j/94012345678?pwd=a1b2c3',
  'Meeting id 940 1234 5678, passcode 4711',
  '',
  'Please join ten minutes early, with camera and microphone on.',
].join('\n');

export const payer = { firstName: 'Asha', bookingNumber, receiptUrl };
